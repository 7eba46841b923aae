// Calls with an idempotency key that arrive at the same time, over real sockets.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rightOf } from '../domain/fixtures.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { openSocket, rawRequest, send } from '../adapters/http/raw-client.js';

let service: TestService;
beforeAll(async () => {
  service = await startHttpService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.studio.reset();
});

const toggle = (key: string, method = 'GET'): string =>
  rawRequest(method, '/api/v2/signals/sig-1/toggle?timeout=5000', [`Idempotency-Key: ${key}`]);

const late = (delayMs: number): void => {
  rightOf(service.studio.setFault('sig-1', { type: 'late', delayMs }));
};

describe('calls with the same key at the same time', () => {
  it('are sent once and get the same answer, by whatever method', async () => {
    late(200);
    const calls = Array.from({ length: 200 }, (_, at) =>
      send(service.port, toggle('burst', at % 2 === 0 ? 'GET' : 'POST')),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status, body }) => `${String(status)} ${body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(service.studio.commands()).toHaveLength(1);
  });

  it('are sent once although the first caller has hung up', async () => {
    late(200);
    const socket = await openSocket(service.port);
    socket.write(toggle('hung up'));
    await expect.poll(() => service.studio.commands().length).toBe(1);
    socket.resetAndDestroy();
    expect((await send(service.port, toggle('hung up'))).status).toBe(200);
    expect(service.studio.commands()).toHaveLength(1);
  });

  it('get the answer of a call that has timed out', async () => {
    rightOf(service.studio.setFault('sig-1', { type: 'lost' }));
    const request = rawRequest('GET', '/api/v2/plain/signals/sig-1/toggle?timeout=150&key=lost');
    const answers = await Promise.all([send(service.port, request), send(service.port, request)]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([424, 'ERR ack_timeout']));
    expect(service.studio.commands()).toHaveLength(1);
  });
});
