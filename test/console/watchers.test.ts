// The cost of many watchers of one studio: what is read again after a change is read once for all of them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../cloud/link.js';
import { basic, testAdmin, testConsole, type ConsoleUnderTest, listeningUrl } from './console.js';

let app: ConsoleUnderTest;
let url: string;
const stop = new AbortController();

beforeEach(async () => {
  app = await testConsole();
  url = await listeningUrl(app);
});
afterEach(async () => {
  stop.abort();
  await app.server.close(0);
});

const watch = async (): Promise<void> => {
  const headers = { authorization: basic(testAdmin.username, testAdmin.password) };
  expect((await fetch(`${url}/api/studios/studio-1/calls`, { headers, signal: stop.signal })).status).toBe(200);
};

it('@CONSOLE-35: reads a studio and the operator once for 20 watchers when the operators change', async () => {
  await Promise.all(Array.from({ length: 20 }, watch));
  const reads = vi.spyOn(app.ports.store, 'syncStatuses');
  const operators = vi.spyOn(app.ports.store, 'operator');
  for (const username of ['vera', 'vic']) {
    const before = reads.mock.calls.length;
    await app.operate('POST', '/api/operators', { username, role: 'viewer', password: 'very secret' });
    await until(() => reads.mock.calls.length > before);
  }
  expect(reads.mock.calls.length).toBeLessThan(10);
  expect(operators.mock.calls.length).toBeLessThan(20);
});
