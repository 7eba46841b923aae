// A studio key that an operator replaces while the service is connected: the service reads the new one on SIGHUP.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../support/loopback.js';
import { ConnectedServices } from '../adapters/storage/connected-services.js';
import { adminPassword, killPrograms, operate, startPart } from '../adapters/storage/programs.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const studio = 'studio-1';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  killPrograms();
});

it('@START-18: a key that is replaced in its file is used after SIGHUP, and an empty file changes nothing', async () => {
  const console = await startPart('console', {
    CONSOLE_PORT: String(await freePort()),
    CONSOLE_ADMIN_PASSWORD: adminPassword,
    DATA_DIR: join(folder, 'console'),
  });
  const services = new ConnectedServices(folder);
  await services.addStudio(console, studio);
  await services.inSync(console);
  const { key } = await operate<{ key: string }>(console.url, 'POST', `/api/studios/${studio}/key`, {});
  services.useKey(studio, key);
  services.useKey(studio, '');
  services.useKey(studio, key);
  // The console disconnects a service that still uses the old key.
  await operate(console.url, 'POST', `/api/studios/${studio}/key/end-old`);
  await services.addDevice(console, studio, 'Panel');
  await services.inSync(console);
  expect(await services.statusOf('Panel')).toBe(200);
});
