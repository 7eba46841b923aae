// A console moves to PostgreSQL while two services are connected: both connect again by themselves, all tokens work on, and
// what the console shows is in force, also what is changed afterwards.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../support/loopback.js';
import { ConnectedServices } from '../adapters/storage/connected-services.js';
import { missingPostgres, onLoopback, startPostgres, type Postgres } from '../adapters/storage/postgres.js';
import {
  adminPassword,
  killPrograms,
  runCommand,
  startPart,
  type ProgramSettings,
} from '../adapters/storage/programs.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe.skipIf(missingPostgres() !== undefined)('a console that moves to PostgreSQL', { timeout: 120_000 }, () => {
  let postgres: Postgres;
  let folder: string;
  let services: ConnectedServices;
  beforeAll(async () => {
    postgres = await startPostgres({ place: await onLoopback() });
  });
  afterAll(() => postgres.remove());
  beforeEach(() => {
    folder = temporaryFolder();
    services = new ConnectedServices(folder);
  });
  afterEach(() => {
    killPrograms();
  });

  const settingsWith = async (): Promise<ProgramSettings> => ({
    CONSOLE_PORT: String(await freePort()),
    CONSOLE_ADMIN_PASSWORD: adminPassword,
    DATA_DIR: join(folder, 'console'),
  });

  it('@BACKUP-7: keeps its services, their tokens and what is in force', async () => {
    const settings = await settingsWith();
    const first = await startPart('console', settings);
    for (const studio of ['north', 'south']) await services.addStudio(first, studio);
    const kept = await services.addDevice(first, 'north', 'Kept');
    const revoked = await services.addDevice(first, 'north', 'Revoked');
    await services.addDevice(first, 'south', 'Other');
    await services.revoke(first, 'north', revoked);
    const before = await services.inSync(first);
    const enforced = [
      ['Kept', 200],
      ['Revoked', 401],
      ['Other', 200],
    ];
    expect([...(await services.answers(first)).enforced]).toEqual(enforced);
    await first.stop();
    // Services go on with what is in force while the console is away.
    expect([await services.statusOf('Kept'), await services.statusOf('Revoked')]).toEqual([200, 401]);

    const url = await postgres.database();
    expect(await runCommand(['console', 'move', '--to', url], settings)).toContain('2 studios, 1 operator');
    const second = await startPart('console', { ...settings, DATABASE_URL: url });
    expect(await services.inSync(second)).toBe(before);
    const moved = await services.answers(second);
    expect([...moved.enforced]).toEqual(enforced);
    expect(moved.shown).toEqual(moved.enforced);

    await services.addDevice(second, 'south', 'Late');
    await services.revoke(second, 'north', kept);
    await services.inSync(second);
    const after = await services.answers(second);
    expect([...after.enforced]).toEqual([
      ['Kept', 401],
      ['Revoked', 401],
      ['Other', 200],
      ['Late', 200],
    ]);
    expect(after.shown).toEqual(after.enforced);
  });
});
