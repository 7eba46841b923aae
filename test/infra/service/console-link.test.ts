// The link to the console as the service composes it: its alarm, what operators watch, and its end.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { consoleClient } from '../../../adapters/cloud/console-client.js';
import { hashToken } from '../../../adapters/node/secrets.js';
import { accessPolicyHolder } from '../../../application/access/access-policy-holder.js';
import { alarms as createAlarms } from '../../../application/alarms/alarms.js';
import { callObserver } from '../../../application/calls/call-observer.js';
import type { WatchedSource } from '../../../application/ports/watched-source.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import type { LiveState } from '../../../domain/console/live-state.js';
import { cheapPasswords } from '../../../features/support/cheap-passwords.js';
import { silent } from '../../../features/support/silent-log.js';
import { consoleConnection, consoleLink } from '../../../infra/service/console-link.js';
import { composeConsole } from '../../../infra/console/console.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { basic, callerOf } from '../../application/console/console.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { memoryAudit } from '../../support/memory-audit.js';

describe('the link to the console as the service composes it', () => {
  /** A source that never has anything to send, and what it was notified of. */
  const idleSource = () => {
    const watched: boolean[] = [];
    const source: WatchedSource<LiveState> = {
      setWatched: (isWatched) => void watched.push(isWatched),
      onPending: () => undefined,
      isPending: () => false,
      take: () => {
        throw new Error('nothing is pending');
      },
      onNotSent: () => undefined,
    };
    return { source, watched };
  };

  const noStatus = (): never => {
    throw new Error('no status is due');
  };

  let stop: () => Promise<void>;
  afterEach(() => stop());

  /** A console whose stream sends a text and stays open. */
  const open =
    (text: string) =>
    (_url: URL, { signal }: RequestInit): Promise<Response> => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(text));
          signal?.addEventListener('abort', () => {
            controller.error(signal.reason);
          });
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };

  const away = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));

  /** Starts the link of a service to a console that answers in this way. */
  const started = (fetch: (url: URL, options: RequestInit) => Promise<Response>) => {
    const clock = manualClock();
    const log = memoryLog();
    const client = consoleClient({ url: 'http://console', studioId: 'studio-1', studioKey: () => 'key', fetch });
    const connection = { client, reloadKey: () => undefined, network: clock, random: () => 0.5, log };
    const legacySettings = { serverId: 'server-1', studioId: 'studio-1', appUsernames: [] };
    const configuration = defaultConfiguration('studio-1');
    const access = accessPolicyHolder({ hashToken, legacySettings, trustLoopback: true, clock }, configuration);
    const file = { load: () => Promise.resolve(configuration), save: () => Promise.resolve() };
    const alarms = createAlarms({ clock, log, secrets: { id: () => 'alarm-1' } });
    const liveState = idleSource();
    const status = { read: noStatus, watch: () => () => undefined };
    const shown = { status, observer: callObserver(), liveState: liveState.source, editor: undefined, reads: {} };
    const link = consoleLink(connection, { access, file, log, audit: memoryAudit(), alarms }, shown);
    link.start();
    stop = link.stop;
    return { link, clock, watched: liveState.watched, alarms: () => alarms.open().map(({ kind }) => kind) };
  };

  it('@ALARM-8: a console that is away for a minute raises an alarm', async () => {
    const { clock, alarms } = started(away);
    await clock.advance(60_000);
    expect(alarms()).toEqual(['console_away']);
  });

  it('a stopped link raises no alarm about its console, and leaves no timer', async () => {
    const { link, clock, alarms } = started(open(''));
    await eventually('the link is connected', () => link.connected());
    await link.stop();
    expect(link.connected()).toBe(false);
    await clock.advance(600_000);
    expect(alarms()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('what the studio is doing is watched as long as the console asks for it, and no longer than the link lasts', async () => {
    const { link, watched } = started(open('event: watch\ndata: {"state":true}\n\n'));
    await eventually('the watch begins', () => watched.includes(true));
    expect(watched).toEqual([true]);
    await link.stop();
    expect(watched.at(-1)).toBe(false);
  });
});

const folderOf = (name: string) => mkdtempSync(join(tmpdir(), `studio-control-${name}-`));
const settingsOf = (given: Readonly<Record<string, string>>) => rightOf(readSettings([], given)).settings;

it('the file of a generated password is removed at the next start once the password was changed', async () => {
  const folder = folderOf('console-start');
  const start = () => composeConsole(settingsOf({ DATA_DIR: folder }), silent, cheapPasswords);
  const first = await start();
  const path = first.passwordPath ?? '';
  const current = readFileSync(path, 'utf8').trim();
  await first.stop();
  const second = await start();
  expect(second.passwordPath).toBe(path);
  const changed = await callerOf(second.server)('PUT', '/api/session/password', {
    body: { current, next: 'chosen by myself' },
    headers: { authorization: basic('admin', current) },
  });
  expect(changed.status).toBe(204);
  await second.stop();
  const third = await start();
  expect([third.passwordPath, existsSync(path)]).toEqual([undefined, false]);
  await third.stop();
  rmSync(folder, { recursive: true });
});

it('CONSOLE_CA is trusted beside the authorities of the system, not in place of them', () => {
  const folder = folderOf('authority');
  // Sets them without duplicates.
  setDefaultCACertificates(getCACertificates('default'));
  const before = getCACertificates('default');
  const [own = '', ...others] = before;
  setDefaultCACertificates(others);
  const CONSOLE_CA = join(folder, 'ca.pem');
  writeFileSync(CONSOLE_CA, own);
  const settings = settingsOf({ CONSOLE_URL: 'https://console.example', STUDIO_KEY: 'key', CONSOLE_CA });
  consoleConnection(settings, silent, demoStudio.id);
  const trusted = getCACertificates('default').map((certificate) => certificate.trim());
  setDefaultCACertificates(before);
  expect(new Set(trusted)).toEqual(new Set(before.map((certificate) => certificate.trim())));
  rmSync(folder, { recursive: true });
});

it.each(['http://a.example,https://b.example', 'https://a.example,http://b.example'])(
  'a service does not send its key beyond loopback without TLS, also to one of several consoles: %s',
  (CONSOLE_URL) => {
    const settings = settingsOf({ CONSOLE_URL, STUDIO_KEY: 'key' });
    expect(() => consoleConnection(settings, silent, demoStudio.id)).toThrow('CONSOLE_URL: expected https');
  },
);
