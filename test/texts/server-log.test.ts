// The lines of the service's own log about connections and handlers: the level, the sentence and the fields of each.
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { limitConnections } from '../../adapters/http/server/connection-limit.js';
import { createHttpServer } from '../../adapters/http/server/server.js';
import { textReply } from '../../adapters/http/server/reply.js';
import { leveledLog } from '../support/leveled-log.js';
import { MemoryConnection } from '../adapters/http/memory-connection.js';
import { rawRequest, send } from '../adapters/http/raw-client.js';

it('nearly all connections are in use', () => {
  const log = leveledLog();
  const listener = createServer();
  listener.removeAllListeners('connection');
  const never = () => false;
  limitConnections({ max: 10, isHost: never, isOwnNetwork: never, isInUse: never, now: () => 0, log }).watch(listener);
  for (let at = 0; at < 10; at += 1) listener.emit('connection', new MemoryConnection(`10.0.0.${String(at)}`));
  expect(log.lines).toEqual([['warn', 'nearly all connections are in use: closing idle ones', { open: 9, max: 10 }]]);
});

it('a handler has failed, and the server reports an error', async () => {
  const log = leveledLog();
  const fallback = () => Promise.reject(new Error('it broke'));
  const server = createHttpServer({ routes: new Map([['/well', () => textReply(200, '')]]), fallback, log });
  server.node.emit('error', new Error('before it listens'));
  const { port } = await server.listen(0, '127.0.0.1');
  await send(port, rawRequest('GET', '/well'));
  await send(port, rawRequest('GET', '/broken'));
  server.node.emit('error', new Error('accept'));
  await server.close(0);
  expect(log.lines).toEqual([
    ['error', 'a request handler failed', { error: 'it broke' }],
    ['error', 'the HTTP server reported an error', { error: 'accept' }],
  ]);
});
