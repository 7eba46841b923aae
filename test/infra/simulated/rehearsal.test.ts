// The rehearsal: concurrent requests, and what is left after it ends.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Part } from '../../../infra/command-line/parts.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { rehearsal } from '../../../infra/simulated/parts.js';
import { freePort } from '../../support/loopback.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
let part: Part;
let settings: Settings;

beforeEach(async () => {
  folder = temporaryFolder();
  const ports = { PORT: await freePort(), SIMULATOR_PORT: await freePort(), REHEARSAL_PORT: 0 };
  const read = readSettings([], { HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: folder });
  if (E.isLeft(read)) throw new Error(read.left);
  settings = { ...read.right.settings, ...ports };
  part = await rehearsal(settings);
});

afterEach(() => part.stop());

const post = async (path: string, given: unknown): Promise<number> => {
  const url = part.lines[0]?.split(/\s+/)[1] ?? '';
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(given) })).status;
};

const health = async (): Promise<number> =>
  (await fetch(`http://127.0.0.1:${String(settings.PORT)}/api/v2/plain/health`)).status;

const unreachableConsole = { consoleUrl: 'http://127.0.0.1:1', studioKey: 'none' };

it('a rehearsal handles concurrent requests one after the other', async () => {
  const requests = [
    post('/api/rehearsal', unreachableConsole),
    post('/api/rehearsal', unreachableConsole),
    post('/api/rehearsal/restart', { afresh: true, downMs: 0 }),
    post('/api/rehearsal', unreachableConsole),
  ];
  expect(await Promise.all(requests)).toEqual([200, 200, 200, 200]);
  expect(await health()).toBe(200);
});

it('a rehearsal that ended or failed to begin leaves nothing behind', async () => {
  const taken = createServer().listen(settings.SIMULATOR_PORT, '127.0.0.1');
  await once(taken, 'listening');
  expect(await post('/api/rehearsal', unreachableConsole)).toBe(500);
  taken.close();
  await once(taken, 'close');
  expect(await post('/api/rehearsal', unreachableConsole)).toBe(200);
  expect(await post('/api/rehearsal/end', {})).toBe(200);
  await expect(health()).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

it('a rehearsal can be extended by automations, which must be valid', async () => {
  const automation = { id: 'auto-3', station: 'alpha', name: 'Hourly', trigger: { minuteOfHour: 0 }, steps: [] };
  const read = (): Promise<Response> => fetch(`http://127.0.0.1:${String(settings.PORT)}/api/v2/automations/auto-3`);
  expect(await post('/api/rehearsal', unreachableConsole)).toBe(200);
  expect(await post('/api/rehearsal/extend', { automations: [{ ...automation, station: 'nobody' }] })).toBe(500);
  expect((await read()).status).toBe(404);
  expect(await post('/api/rehearsal/extend', { automations: [automation] })).toBe(200);
  expect((await read()).status).toBe(200);
});
