// The time limits of a server for its clients. What happens when they end is tested in real time, by timeouts.test.ts.
import { expect, it } from 'vitest';
import { textReply } from '../../../../adapters/http/server/reply.js';
import { serverOf } from '../memory-connection.js';

it('limits the head of a request, a whole request, and the pause between two, and checks every second', () => {
  const { node } = serverOf(() => textReply(200, 'ok'));
  expect(node).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
  });
});
