// Calls from the machine itself: by loopback, and by its own address in the network.
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';

const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let service: TestService;
beforeEach(async () => {
  service = await startHttpService(new SystemClock(), { HOST: '0.0.0.0' });
});
afterEach(() => service.close());

const statusAt = async (host: string): Promise<number> =>
  (await fetch(`http://${host}:${String(service.port)}/api/v2/signals`)).status;

it('admits the machine by loopback', async () => {
  expect(await statusAt('127.0.0.1')).toBe(200);
});

it.skipIf(ownAddress === undefined)('@ADDRESS-4: admits nobody by the own address in the network', async () => {
  expect(await statusAt(ownAddress ?? '')).toBe(401);
});
