// A server in memory closes as one with sockets does: nothing is answered afterwards.
import { expect, it } from 'vitest';
import { silent } from '../../../features/support/silent-log.js';
import { createHttpServer } from '../../../adapters/http/server/server.js';
import { manualClock } from '../../../simulator/clock.js';
import { exchange } from './http-client.js';
import { listensInMemory } from './memory-listener.js';
import { Link } from './network.js';

const latencyMs = 5;

const openServer = () => {
  const clock = manualClock();
  const listening = { is: true };
  const fallback = () => ({ status: 200, body: 'late' });
  const server = listensInMemory(listening)(createHttpServer({ routes: new Map(), fallback, log: silent }));
  const link = new Link({ clock, latencyMs: () => latencyMs, server: () => (listening.is ? server.node : undefined) });
  return { clock, server, call: () => exchange(link.connect('192.168.1.21'), { method: 'GET', path: '/' }) };
};

it('closes connections whose request has not arrived, and accepts no more', async () => {
  const { clock, server, call } = openServer();
  const early = expect(call()).rejects.toThrow();
  await server.close(1_000);
  await clock.advance(latencyMs);
  await early;
  await expect(call()).rejects.toThrow();
});
