// A storm of hostile requests: nothing fails inside, nothing hangs, and the service serves on. HOSTILE tells how many
// (1,000 unless told), SEED which.
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { token } from '../domain/fixtures.js';
import { dice, mutant } from './mutant.js';
import { startService, type TestService } from './service.js';
import { ask, dial, request } from './wire.js';

const count = Number(process.env['HOSTILE'] ?? 1_000);
const seed = Number(process.env['SEED'] ?? 20_270_301);
const atOnce = 50;

/** Longer than any action may wait here; whoever isn't done then hangs. */
const limitMs = Number(process.env['HOSTILE_LIMIT_MS'] ?? 5_000);

let on: TestService;
beforeAll(async () => {
  on = await startService();
});
afterAll(() => on.close());

const heardFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const end = (): void => {
      resolve(text);
    };
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.once('error', end).once('close', end);
  });

/** Sends one mutant and says no more; gives what came back, and how long that took. */
const assault = async (octets: string): Promise<{ readonly text: string; readonly tookMs: number }> => {
  const socket = await dial(on.port);
  const heard = heardFrom(socket);
  const begunAt = performance.now();
  socket.end(Buffer.from(octets, 'latin1'));
  const text = await heard;
  return { text, tookMs: performance.now() - begunAt };
};

const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe(`${String(count)} hostile requests of seed ${String(seed)}`, () => {
  it('are answered below 500, in time, and leave the service well', { timeout: 60_000 }, async () => {
    const chance = dice(seed);
    const odd: unknown[] = [];
    let left = count;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const octets = mutant(chance);
        const { text, tookMs } = await assault(octets);
        const statuses = statusesIn(text);
        if (tookMs > limitMs || statuses.some((status) => status >= 500)) odd.push({ octets, statuses, tookMs });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(odd).toEqual([]);
    expect((await ask(on.port, request('GET', '/api/v2/plain/health'))).body).toBe('OK');
    expect(on.log.lines.filter((line) => line.includes('failed'))).toEqual([]);
    expect(JSON.stringify([on.requests(), on.log.lines])).not.toContain(token(1));
  });
});
