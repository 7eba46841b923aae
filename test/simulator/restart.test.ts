// The steering API restarts the service while the simulated devices go on.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { all } from '../../infra/simulated/parts.js';
import { readSettings, type Settings } from '../../infra/settings.js';
import { openApi } from './api-bench.js';

const settingsIn = (folder: string): Settings => {
  const ports = { PORT: '0', CONSOLE_PORT: '0', SIMULATOR_PORT: '0' };
  const read = readSettings([], { ...ports, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' });
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.settings;
};

it('@REPLAY-5: a restarted service has its data and its port', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-restart-'));
  const part = await all(settingsIn(folder));
  const urlOf = (name: string): string =>
    /http\S+/.exec(part.lines.find((line) => line.startsWith(name)) ?? '')?.[0] ?? '';
  await fetch(`${urlOf('service')}/variables/Headline/set?value=Hello`);
  const restarted = await fetch(`${urlOf('simulator')}/api/v1/service/restart`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"downMs":200}',
  });
  expect(restarted.status).toBe(200);
  expect(await (await fetch(`${urlOf('service')}/plain/variables/Headline`)).text()).toBe('Hello');
  await part.stop();
  rmSync(folder, { recursive: true });
});

it('@REPLAY-5: a service in another process is not restarted', async () => {
  const { call, close } = await openApi();
  const { status, body } = await call({ method: 'POST', path: '/api/v1/service/restart', body: '{}' });
  await close();
  expect([status, body]).toEqual([409, expect.stringContaining('the service runs in another process')]);
});
