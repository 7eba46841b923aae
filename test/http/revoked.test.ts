// A device that is revoked while its requests are in the air: none that starts once that is in force gets in.
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { panel, token } from '../domain/fixtures.js';
import { startService, type TestService } from './service.js';
import { dial, readAnswers } from './wire.js';

const connections = 50;
let made: TestService;

beforeEach(async () => {
  made = await startService();
});
afterEach(() => made.close());

/** From this machine's own side of a proxy, so that nothing but the token lets it in. */
const request = (how: 'keep-alive' | 'close', path: string): string =>
  [
    ...[`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${String(made.port)}`, 'X-Forwarded-For: 10.0.0.1'],
    ...[`Authorization: Bearer ${token(1)}`, `Connection: ${how}`, '', ''],
  ].join('\r\n');

const answerOn = async (socket: Socket): Promise<number> => {
  let heard = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    heard += chunk.toString('latin1');
    const [answer] = readAnswers(heard);
    if (answer !== undefined && heard.endsWith(answer.body) && answer.body !== '') return answer.status;
  }
  return 0;
};

interface Tally {
  /** By whether the request had started before the revocation was in force. */
  readonly before: number[];
  readonly after: number[];
}

/** Asks again as soon as it is answered, on one connection or a new one each time, until it has been refused three times. */
const askOn = async (
  how: 'keep-alive' | 'close',
  isRevoked: () => boolean,
  { before, after }: Tally,
): Promise<void> => {
  let socket = await dial(made.port);
  while (after.length < connections * 3) {
    const list = isRevoked() ? after : before;
    socket.write(request(how, '/api/v2/plain/signals/sig-1'));
    list.push(await answerOn(socket));
    if (how === 'close') {
      socket.destroy();
      socket = await dial(made.port);
    }
  }
  socket.destroy();
};

it.each(['keep-alive', 'close'] as const)('with connections that %s', async (how) => {
  const tally: Tally = { before: [], after: [] };
  let revoked = false;
  const asking = Array.from({ length: connections }, () => askOn(how, () => revoked, tally));
  while (tally.before.length < connections * 4) await new Promise(setImmediate);
  made.apply({ devices: [{ ...panel, state: 'revoked' }] });
  revoked = true;
  await Promise.all(asking);
  expect(new Set(tally.before.slice(0, connections * 4))).toEqual(new Set([200]));
  expect(tally.before.filter((status) => status !== 200 && status !== 401)).toEqual([]);
  expect(tally.after.length).toBeGreaterThanOrEqual(connections * 3);
  expect(new Set(tally.after)).toEqual(new Set([401]));
});

it('and those that had started go on to their end', async () => {
  made.studio.setFault('sig-1', { type: 'late', delayMs: 300 });
  const sockets = await Promise.all(Array.from({ length: connections }, () => dial(made.port)));
  const answers = sockets.map((socket) => {
    socket.write(request('keep-alive', '/api/v2/signals/sig-1/on'));
    return answerOn(socket);
  });
  while (made.studio.commands().length < connections) await new Promise(setImmediate);
  made.apply({ devices: [{ ...panel, state: 'revoked' }] });
  const late = sockets.map(async (socket, place) => {
    await answers[place];
    socket.write(request('keep-alive', '/api/v2/signals/sig-1/on'));
    return answerOn(socket);
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(late))).toEqual(new Set([401]));
  expect(made.studio.commands()).toHaveLength(connections);
  for (const socket of sockets) socket.destroy();
});
