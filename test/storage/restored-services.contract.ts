// A console is restored or moved while its service is connected: every token of the restored state works on, and the
// service enforces what the console shows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/loopback.js';
import {
  adminPassword,
  killPrograms,
  operate,
  runCommand,
  startPart,
  type ProgramSettings,
  type RunningProgram,
} from './programs.js';

/** Returns the settings of a console's database. */
export type DatabaseSettings = () => Promise<ProgramSettings>;

interface ShownStudio {
  readonly connected: boolean;
  readonly desiredVersion: number;
  readonly appliedVersion: number | null;
}

interface ShownDevice {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

const soon = { timeout: 20_000, interval: 50 };
const studio = '/api/studios/studio-1';

/** Proves it for a way from one database to another. */
export const restoredServices = (way: string, newSource: DatabaseSettings, newTarget: DatabaseSettings): void => {
  describe(way, { timeout: 120_000 }, () => {
    let folder: string;
    let port: string;
    let service: RunningProgram;
    let key: string;
    const tokens = new Map<string, string>();

    const consoleSettings = async (name: string, database: DatabaseSettings): Promise<ProgramSettings> => ({
      CONSOLE_PORT: port,
      CONSOLE_ADMIN_PASSWORD: adminPassword,
      DATA_DIR: join(folder, name),
      ...(await database()),
    });

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'restored-services-'));
      port = String(await freePort());
    });
    afterEach(() => {
      killPrograms();
      tokens.clear();
      rmSync(folder, { recursive: true, force: true });
    });

    const startService = ({ url }: RunningProgram): Promise<RunningProgram> =>
      startPart('service', {
        DEVICES: 'simulated',
        PORT: '0',
        HOST: '127.0.0.1',
        TRUST_LOOPBACK: 'off',
        DATA_DIR: join(folder, 'service'),
        CONSOLE_URL: url,
        STUDIO_KEY: key,
      });

    const addDevice = async ({ url }: RunningProgram, name: string): Promise<string> => {
      const body = { name, access: 'read_only' };
      const { device, token } = await operate<{ device: ShownDevice; token: string }>(
        url,
        'POST',
        `${studio}/devices`,
        body,
      );
      tokens.set(name, token);
      return device.id;
    };

    const statusOf = async (token = ''): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${service.url}/signals`, { headers })).status;
    };

    const inSync = ({ url }: RunningProgram): Promise<number> =>
      vi.waitFor(async () => {
        const { studios } = await operate<{ studios: ShownStudio[] }>(url, 'GET', '/api/studios');
        const { connected, desiredVersion, appliedVersion } = studios[0] ?? {};
        expect({ connected, appliedVersion }).toEqual({ connected: true, appliedVersion: desiredVersion });
        return appliedVersion ?? NaN;
      }, soon);

    /** The answers to all tokens, and those that the devices shown at the console call for. */
    const answers = async ({ url }: RunningProgram) => {
      const { devices } = await operate<{ devices: ShownDevice[] }>(url, 'GET', `${studio}/devices`);
      const active = devices.filter(({ state }) => state === 'active').map(({ name }) => name);
      const all = [...tokens].map(async ([name, token]) => [name, await statusOf(token)] as const);
      return {
        enforced: new Map(await Promise.all(all)),
        shown: new Map([...tokens.keys()].map((name) => [name, active.includes(name) ? 200 : 401])),
      };
    };

    /** Starts a console with a service and three devices. */
    const startAll = async (settings: ProgramSettings) => {
      const first = await startPart('console', settings);
      const added = { id: 'studio-1', name: 'One' };
      ({ key } = await operate<{ key: string }>(first.url, 'POST', '/api/studios', added));
      service = await startService(first);
      const [early, removed] = [await addDevice(first, 'Early'), await addDevice(first, 'Removed')];
      const retired = await addDevice(first, 'Retired');
      await addDevice(first, 'Desk panel');
      await operate(first.url, 'POST', `${studio}/devices/${retired}/revoke`);
      await inSync(first);
      return { first, early, removed };
    };

    it('a backup undoes what came after it, and the service follows', async () => {
      const source = await consoleSettings('source', newSource);
      const { first, early, removed } = await startAll(source);
      const file = join(folder, 'console.backup');
      await runCommand(['console', 'backup', file], source);
      // Each of these is in force when the console is restored.
      await operate(first.url, 'POST', `${studio}/devices/${early}/revoke`);
      await operate(first.url, 'DELETE', `${studio}/devices/${removed}`);
      await addDevice(first, 'Late');
      const before = await inSync(first);
      expect([...(await answers(first)).enforced]).toEqual([
        ['Early', 401],
        ['Removed', 401],
        ['Retired', 401],
        ['Desk panel', 200],
        ['Late', 200],
      ]);
      await first.stop();

      const target = await consoleSettings('target', newTarget);
      expect(await runCommand(['console', 'restore', file], target)).toContain('1 studio, 1 operator');
      const second = await startPart('console', target);
      expect(await inSync(second)).toBeGreaterThan(before);
      const after = await answers(second);
      expect(after.enforced).toEqual(after.shown);
      expect([...after.enforced]).toEqual([
        ['Early', 200],
        ['Removed', 200],
        ['Retired', 401],
        ['Desk panel', 200],
        ['Late', 401],
      ]);

      await operate(second.url, 'POST', `${studio}/devices/${early}/revoke`);
      await vi.waitFor(async () => {
        expect(await statusOf(tokens.get('Early'))).toBe(401);
      }, soon);
    });

    it('a restored console that has caught up with the version in force still sends its settings', async () => {
      const source = await consoleSettings('source', newSource);
      const { first, early, removed } = await startAll(source);
      const file = join(folder, 'console.backup');
      await runCommand(['console', 'backup', file], source);
      await operate(first.url, 'POST', `${studio}/devices/${early}/revoke`);
      const before = await inSync(first);
      await first.stop();
      await service.stop();

      const target = await consoleSettings('target', newTarget);
      await runCommand(['console', 'restore', file], target);
      const second = await startPart('console', target);
      // One change since the backup at both: the same version, with other settings.
      await operate(second.url, 'POST', `${studio}/devices/${removed}/revoke`);
      service = await startService(second);
      await vi.waitFor(async () => {
        expect(await inSync(second)).toBeGreaterThan(before);
      }, soon);
      const after = await answers(second);
      expect(after.enforced).toEqual(after.shown);
      expect(after.enforced.get('Early')).toBe(200);
      expect(after.enforced.get('Removed')).toBe(401);
    });
  });
};
