// A console is restored while its service is connected: every token of the restored state works on, and the service enforces
// what the console shows.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../support/loopback.js';
import { ConnectedServices, soon } from './connected-services.js';
import { adminPassword, killPrograms, runCommand, startPart, type ProgramSettings } from './programs.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Returns the settings of a console's database. */
export type DatabaseSettings = () => Promise<ProgramSettings>;

const studio = 'studio-1';

/** Proves it for a way from one database to another. */
export const restoredServices = (way: string, newSource: DatabaseSettings, newTarget: DatabaseSettings): void => {
  describe(way, { timeout: 120_000 }, () => {
    let folder: string;
    let port: string;
    let services: ConnectedServices;

    const consoleSettings = async (name: string, database: DatabaseSettings): Promise<ProgramSettings> => ({
      CONSOLE_PORT: port,
      CONSOLE_ADMIN_PASSWORD: adminPassword,
      DATA_DIR: join(folder, name),
      ...(await database()),
    });

    beforeEach(async () => {
      folder = temporaryFolder();
      port = String(await freePort());
      services = new ConnectedServices(folder);
    });
    afterEach(() => {
      killPrograms();
    });

    /** Starts a console with a service and four devices. */
    const startAll = async (settings: ProgramSettings) => {
      const first = await startPart('console', settings);
      await services.addStudio(first, studio);
      const early = await services.addDevice(first, studio, 'Early');
      const removed = await services.addDevice(first, studio, 'Removed');
      const retired = await services.addDevice(first, studio, 'Retired');
      await services.addDevice(first, studio, 'Desk panel');
      await services.revoke(first, studio, retired);
      await services.inSync(first);
      return { first, early, removed };
    };

    it('a backup undoes what came after it, and the service follows', async () => {
      const source = await consoleSettings('source', newSource);
      const { first, early, removed } = await startAll(source);
      const file = join(folder, 'console.backup');
      await runCommand(['console', 'backup', file], source);
      // Each of these is in force when the console is restored.
      await services.revoke(first, studio, early);
      await services.remove(first, studio, removed);
      await services.addDevice(first, studio, 'Late');
      const before = await services.inSync(first);
      expect([...(await services.answers(first)).enforced]).toEqual([
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
      expect(await services.inSync(second)).toBeGreaterThan(before);
      const after = await services.answers(second);
      expect(after.enforced).toEqual(after.shown);
      expect([...after.enforced]).toEqual([
        ['Early', 200],
        ['Removed', 200],
        ['Retired', 401],
        ['Desk panel', 200],
        ['Late', 401],
      ]);

      await services.revoke(second, studio, early);
      await vi.waitFor(async () => {
        expect(await services.statusOf('Early')).toBe(401);
      }, soon);
    });

    it('a restored console that has caught up with the version in force still sends its settings', async () => {
      const source = await consoleSettings('source', newSource);
      const { first, early, removed } = await startAll(source);
      const file = join(folder, 'console.backup');
      await runCommand(['console', 'backup', file], source);
      await services.revoke(first, studio, early);
      const before = await services.inSync(first);
      await first.stop();
      await services.stop(studio);

      const target = await consoleSettings('target', newTarget);
      await runCommand(['console', 'restore', file], target);
      const second = await startPart('console', target);
      // One change since the backup at both: the same version, with other settings.
      await services.revoke(second, studio, removed);
      await services.start(second, studio);
      await vi.waitFor(async () => {
        expect(await services.inSync(second)).toBeGreaterThan(before);
      }, soon);
      const after = await services.answers(second);
      expect(after.enforced).toEqual(after.shown);
      expect(after.enforced.get('Early')).toBe(200);
      expect(after.enforced.get('Removed')).toBe(401);
    });
  });
};
