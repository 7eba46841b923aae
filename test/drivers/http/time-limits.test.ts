// The two time limits of a request to a device with an HTTP interface: for the connection, and for the answer.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpConnection } from '../../../adapters/drivers/shared/http-connection.js';
import type { ExchangeResult } from '../../../adapters/drivers/shared/http-exchange.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { listenOnLoopback } from '../../support/loopback.js';

const limits = { connectMs: 1_000, answerMs: 2_000, maxBytes: 1_000 };

describe('a device that accepts the connection and does not answer within its time limit', () => {
  let server: Server;
  let clock: ManualClock;
  let result: Promise<ExchangeResult>;
  let response: ServerResponse;
  beforeEach(async () => {
    server = createServer();
    const port = await listenOnLoopback(server);
    clock = manualClock();
    const connection = new HttpConnection({ host: '127.0.0.1', port, tls: false, ca: undefined, headers: {} }, clock);
    result = new Promise((resolve) => connection.ask({ path: '/' }, limits, resolve));
    [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    await clock.advance(limits.connectMs);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('may still answer until the limit for answers', async () => {
    response.end('late');
    expect(await result).toEqual(E.right({ status: 200, body: Buffer.from('late') }));
    expect(clock.waiting()).toBe(0);
  });

  it('is away at the limit for answers', async () => {
    await clock.advance(limits.answerMs - limits.connectMs);
    expect(await result).toMatchObject(E.left({ reason: 'no answer came within 2000 ms', isAway: true }));
  });
});
