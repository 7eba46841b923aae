// What the settings of the console do: each acts on the console that is composed from them.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idleHeader } from '../../../adapters/http/console/guard/operator-lookup.js';
import { cheapPasswords } from '../../../features/support/cheap-passwords.js';
import { type Console, composeConsole } from '../../../infra/console/console.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import {
  cookieOf,
  type ConsoleRequest,
  type TestReply,
  callerOf,
  testAdmin,
} from '../../application/console/console.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('what the settings of the console do', () => {
  const minuteMs = 60_000;
  const hourMs = 60 * minuteMs;

  let folder: string;
  let clock: ManualClock;
  let running: Console | undefined;

  beforeEach(() => {
    folder = temporaryFolder();
    clock = manualClock();
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  /** Composes a console with these settings. Returns how to call it, by default from another machine. */
  const consoleWith = async (settings: Readonly<Record<string, string>> = {}) => {
    const given = { DATA_DIR: folder, CONSOLE_ADMIN_PASSWORD: testAdmin.password, ...settings };
    running = await composeConsole(rightOf(readSettings([], given)).settings, memoryLog(), cheapPasswords, clock);
    return callerOf(running.server);
  };

  type Call = Awaited<ReturnType<typeof consoleWith>>;

  const signIn = (call: Call, sent: ConsoleRequest = {}): Promise<TestReply> =>
    call('POST', '/api/session', { body: testAdmin, ...sent });

  /** Signs in. Returns the status of a request that a page makes by itself, after a time without the person. */
  const session = async (call: Call) => {
    const cookie = cookieOf(await signIn(call));
    const began = clock.now();
    return async (idleMs = clock.now() - began): Promise<number> => {
      const headers = { cookie, [idleHeader]: String(idleMs / 1_000) };
      return (await call('GET', '/api/session', { headers })).status;
    };
  };

  describe('@OPERATOR-8: a session', () => {
    it.each([
      ['60 minutes', {}, 60],
      ['SESSION_IDLE_MINUTES', { SESSION_IDLE_MINUTES: '2' }, 2],
    ])('ends after %s without a request by a person', async (_, settings, minutes) => {
      const status = await session(await consoleWith(settings));
      await clock.advance(minutes * minuteMs - 1_000);
      expect(await status()).toBe(200);
      await clock.advance(1_000);
      expect(await status()).toBe(401);
    });

    it.each([
      ['12 hours', {}, 12],
      ['SESSION_HOURS', { SESSION_HOURS: '1', SESSION_IDLE_MINUTES: '90' }, 1],
    ])('ends after %s in any case', async (_, settings, hours) => {
      const status = await session(await consoleWith(settings));
      for (let half = 1; half < 2 * hours; half += 1) {
        await clock.advance(hourMs / 2);
        expect(await status(0)).toBe(200);
      }
      await clock.advance(hourMs / 2);
      expect(await status(0)).toBe(401);
    });
  });

  describe('a host name that a browser uses in clear', () => {
    const statusAt = async (call: Call, host: string): Promise<number> =>
      (await call('GET', '/api/session', { headers: { host, 'user-agent': 'Mozilla/5.0' } })).status;

    it('is one of the machine, of CONSOLE_NAMES, or that of CONSOLE_PUBLIC_URL', async () => {
      const call = await consoleWith({
        CONSOLE_NAMES: 'desk.example, Gallery.example',
        CONSOLE_PUBLIC_URL: 'https://public.example:8443',
      });
      const names = ['localhost', hostname(), 'desk.example', 'gallery.example', 'public.example'];
      for (const name of names) expect([name, await statusAt(call, name)]).toEqual([name, 401]);
      expect(await statusAt(call, 'other.example')).toBe(403);
    });

    it('is only one of the machine by default', async () => {
      const call = await consoleWith();
      expect([await statusAt(call, 'localhost'), await statusAt(call, 'desk.example')]).toEqual([401, 403]);
    });
  });

  describe('@CONSOLE-14: a request in clear from another machine', () => {
    const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.9' };
    const proxied = { address: '10.0.0.2', headers: secure };
    const statusWith = async (settings: Readonly<Record<string, string>>, sent: ConsoleRequest = {}) =>
      (await signIn(await consoleWith(settings), sent)).status;

    it('is refused by a console beyond loopback', async () => {
      const settings = { CONSOLE_HOST: '0.0.0.0' };
      expect(await statusWith(settings)).toBe(403);
    });

    it('is answered if CONSOLE_INSECURE permits it', async () => {
      expect(await statusWith({ CONSOLE_HOST: '0.0.0.0', CONSOLE_INSECURE: '1' })).toBe(200);
    });

    it('is believed to have been encrypted only if an address of CONSOLE_TRUSTED_PROXIES forwards it', async () => {
      const settings = { CONSOLE_HOST: '0.0.0.0', CONSOLE_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2/32' };
      const call = await consoleWith(settings);
      expect((await signIn(call, proxied)).status).toBe(200);
      expect((await signIn(call, { ...proxied, address: '10.0.0.3' })).status).toBe(403);
    });

    it('is attributed to its sender behind the proxy', async () => {
      const call = await consoleWith({ CONSOLE_TRUSTED_PROXIES: '10.0.0.1,10.0.0.2' });
      const cookie = cookieOf(await signIn(call, proxied));
      const { body } = await call('GET', '/api/sessions', { ...proxied, headers: { ...secure, cookie } });
      expect(body).toMatchObject({ sessions: [{ address: '198.51.100.9' }] });
    });
  });

  describe('@AUDIT-6: the audit log of a console', () => {
    it('contains its start, sign-ins and its stop', async () => {
      await signIn(await consoleWith());
      await running?.stop();
      running = undefined;
      const files = readdirSync(join(folder, 'audit'));
      const lines = files.flatMap((file) =>
        readFileSync(join(folder, 'audit', file), 'utf8')
          .trim()
          .split('\n'),
      );
      const kinds = lines.map((line) => (JSON.parse(line) as { readonly kind: string }).kind);
      expect(kinds).toEqual(expect.arrayContaining(['started', 'sign-in', 'stopped']));
    });
  });
});

describe('the studio key that the console gives the demo studio', () => {
  /** Starts a console on a data folder, and returns the key of the demo studio. */
  const keyIn = async (folder: string): Promise<string> => {
    const settings = rightOf(readSettings([], { DATA_DIR: folder, CONSOLE_PORT: '0' })).settings;
    const console = await composeConsole(settings, memoryLog(), cheapPasswords);
    const key = await console.enrol(demoStudio);
    await console.stop();
    return key;
  };

  it('@DEMO-3: the key of the demo studio is another one on each machine, and stays the same there', async () => {
    const [here, there] = [temporaryFolder(), temporaryFolder()];
    const key = await keyIn(here);
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(await keyIn(there)).not.toBe(key);
    expect(await keyIn(here)).toBe(key);
  });

  it('a console whose database is lost gives the studio another key, and keeps that one', async () => {
    const folder = temporaryFolder();
    const lost = await keyIn(folder);
    rmSync(join(folder, 'console'), { recursive: true });
    const key = await keyIn(folder);
    expect(key).not.toBe(lost);
    expect(await keyIn(folder)).toBe(key);
  });
});
