// The console shows a version as applied once the service has it on disk.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testConsole, type ConsoleUnderTest } from '../application/console/console.js';
import { linkedService, until, type LinkedService } from '../adapters/cloud/link.js';

let app: ConsoleUnderTest;
let service: LinkedService;
let write: PromiseWithResolvers<void>;

const applied = async (): Promise<number | null> => {
  const { studios } = (await app.operate('GET', '/api/studios')).body as {
    readonly studios: readonly { readonly appliedVersion: number | null }[];
  };
  return studios[0]?.appliedVersion ?? null;
};

/** Lets a report arrive that was sent without a wait for the disk: a later request of the same service has been answered. */
const passReports = async (): Promise<void> => {
  const fetched = `http://127.0.0.1:${String((app.server.node.address() as AddressInfo).port)}/sync/configuration`;
  for (let requests = 0; requests < 20; requests += 1) await (await fetch(fetched)).text();
};

beforeEach(async () => {
  app = await testConsole();
  write = Promise.withResolvers();
  const { port } = await app.server.listen(0, '127.0.0.1');
  service = linkedService(`http://127.0.0.1:${String(port)}`, app.key, { keep: () => write.promise });
  service.link.start();
  await until(() => service.inForce() > 0);
  await passReports();
});
afterEach(async () => {
  write.resolve();
  await service.link.stop();
  await app.server.close(0);
});

it('@CONFIG-16: a version is in force before it is on disk, and reported afterwards', async () => {
  expect(await applied()).toBeNull();
  write.resolve();
  await until(async () => (await applied()) === service.inForce());
  expect(service.stored.map(({ version }) => version)).toEqual([service.inForce()]);
});

it('@CONFIG-16: a version whose write fails is reported', async () => {
  write.reject(new Error('the disk is full'));
  await until(async () => (await applied()) === service.inForce());
  expect(service.stored).toEqual([]);
});

it('@CONFIG-16: a version whose write hangs is reported after 10 s', async () => {
  await service.clock.advance(9_999);
  await passReports();
  expect(await applied()).toBeNull();
  await service.clock.advance(1);
  await until(async () => (await applied()) === service.inForce());
  expect(service.stored).toEqual([]);
});

it('the link stops once the version in force is on disk', async () => {
  let isStopped = false;
  const stopped = service.link.stop().then(() => (isStopped = true));
  await passReports();
  expect(isStopped).toBe(false);
  write.resolve();
  await stopped;
  expect(service.stored.map(({ version }) => version)).toEqual([service.inForce()]);
});
