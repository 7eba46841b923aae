// A change reaches the service without waiting: the timers of the process stand still, so nothing that waits for one happens.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testConsole, type ConsoleUnderTest } from '../application/console/console.js';
import { linkedService, type LinkedService } from '../adapters/cloud/link.js';

let app: ConsoleUnderTest;
let service: LinkedService;

/** Waits for turns of the process, which `vi.waitFor` would accompany with timers that advance. */
const turnsUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await setImmediate();
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  app = await testConsole();
  const { port } = await app.server.listen(0, '127.0.0.1');
  service = linkedService(`http://127.0.0.1:${String(port)}`, app.key);
  service.link.start();
  await turnsUntil(() => service.stored.length > 0);
});
afterEach(async () => {
  vi.useRealTimers();
  await service.link.stop();
  await app.server.close(0);
});

it('@SERVICE-5: a change comes into force although no timer of the process advances', async () => {
  await app.operate('POST', '/api/studios/studio-1/devices', { name: 'Panel', access: 'read_only' });
  await turnsUntil(() => service.stored.at(-1)?.devices.length === 1);
  expect(service.stored.at(-1)?.devices.map(({ name }) => name)).toEqual(['Panel']);
});
