// Sends generated hostile requests, each on a connection of its own: nothing fails internally, nothing hangs, the service
// stays available, and no token is logged. `npm run fuzz` sends more of them, to a service in a process of its own.
// HOSTILE sets their number (default 1,000), SEED the seed.
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { token } from '../domain/fixtures.js';
import { wildRequest } from '../fuzz/http/requests.js';
import { randomSource } from '../fuzz/random-source.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { send, openSocket, rawRequest } from '../adapters/http/raw-client.js';

const count = Number(process.env['HOSTILE'] ?? 1_000);
const seed = Number(process.env['SEED'] ?? 20_270_301);
const concurrency = 50;

/** Longer than any action here waits; a request that takes longer hangs. */
const limitMs = 5_000;

let service: TestService;
beforeAll(async () => {
  service = await startHttpService();
});
afterAll(() => service.close());

const receivedFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const end = (): void => {
      resolve(text);
    };
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.once('error', end).once('close', end);
  });

/** Sends bytes, half-closes the connection, and returns what was received and how long that took. */
const sendHostile = async (bytes: string): Promise<{ readonly text: string; readonly tookMs: number }> => {
  const socket = await openSocket(service.port);
  const received = receivedFrom(socket);
  const startedAt = performance.now();
  socket.end(Buffer.from(bytes, 'latin1'));
  const text = await received;
  return { text, tookMs: performance.now() - startedAt };
};

const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe(`${String(count)} hostile requests of seed ${String(seed)}`, () => {
  it('get a status below 500 in time, and leave the service healthy', { timeout: 60_000 }, async () => {
    const random = randomSource(seed);
    const violations: unknown[] = [];
    let remaining = count;
    const worker = async (): Promise<void> => {
      while (remaining > 0) {
        remaining -= 1;
        const bytes = wildRequest(random);
        const { text, tookMs } = await sendHostile(bytes);
        const statuses = statusesIn(text);
        if (tookMs > limitMs || statuses.some((status) => status >= 500)) violations.push({ bytes, statuses, tookMs });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    expect(violations).toEqual([]);
    expect((await send(service.port, rawRequest('GET', '/api/v2/plain/health'))).body).toBe('OK');
    expect(service.log.lines.filter((line) => line.includes('failed'))).toEqual([]);
    expect(JSON.stringify([service.requests(), service.log.lines])).not.toContain(token(1));
  });
});
