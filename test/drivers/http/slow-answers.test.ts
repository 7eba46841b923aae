// Answers over a kept connection that take long, are too long or break off, and what that means for the next question.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpConnection } from '../../../adapters/drivers/shared/http-connection.js';
import type { ExchangeResult } from '../../../adapters/drivers/shared/http-exchange.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { listenOnLoopback } from '../../support/loopback.js';

const limits = { connectMs: 1_000, answerMs: 5_000, maxBytes: 10 };

describe('a kept connection', () => {
  let server: Server;
  let clock: ManualClock;
  let connection: HttpConnection;
  let connections: number;
  beforeEach(async () => {
    connections = 0;
    server = createServer().on('connection', () => (connections += 1));
    const port = await listenOnLoopback(server);
    clock = manualClock();
    connection = new HttpConnection({ host: '127.0.0.1', port, tls: false, ca: undefined, headers: {} }, clock);
  });
  afterEach(() => {
    connection.close();
    server.closeAllConnections();
    server.close();
  });

  const ask = async (answer: (response: ServerResponse) => unknown): Promise<ExchangeResult> => {
    const result = new Promise<ExchangeResult>((resolve) => connection.ask({ path: '/' }, limits, resolve));
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    await answer(response);
    return result;
  };

  const after =
    (ms: number) =>
    async (response: ServerResponse): Promise<void> => {
      await clock.advance(ms);
      response.end('late');
    };

  const late = E.right({ status: 200, body: Buffer.from('late') });

  it('is not used again after an answer that took longer than a new connection may: each question is asked once', async () => {
    expect([await ask(after(1_500)), await ask(after(1_500)), await ask(after(0))]).toEqual([late, late, late]);
    expect(connections).toBe(3);
    expect(await ask(after(999))).toEqual(late);
    expect(connections).toBe(3);
  });

  it.each([
    ['one piece', ['12345678901']],
    ['pieces that are short', ['123456', '789012']],
  ])('gets no answer that is too long in %s', async (_, pieces) => {
    const result = await ask((response) => {
      for (const piece of pieces) response.write(piece);
    });
    expect(result).toMatchObject(E.left({ reason: 'the answer is longer than 10 bytes' }));
  });

  it('gets one of the longest length', async () => {
    const result = await ask((response) => response.write('12345') && response.end('67890'));
    expect(result).toEqual(E.right({ status: 200, body: Buffer.from('1234567890') }));
  });

  it('is stale if it ends instead of an answer, and not if it ends within one', async () => {
    const endWithin = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-length': 9 });
      response.write('part');
      setImmediate(() => response.destroy());
    };
    expect(await ask(after(0))).toEqual(late);
    expect(await ask((response) => response.destroy())).toMatchObject(E.left({ isStale: true }));
    expect(await ask(after(0))).toEqual(late);
    expect(await ask(endWithin)).toMatchObject(E.left({ isStale: false, isAway: false }));
  });
});
