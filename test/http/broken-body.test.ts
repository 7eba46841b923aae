// A body that breaks after its request was answered: no other reply follows, which the client would take for that of its next request.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { textReply } from '../../adapters/http/server/reply.js';
import { createHttpServer } from '../../adapters/http/server/server.js';
import { memoryLog } from '../console/readable-log.js';
import { openSocket, rawRequest } from './raw-client.js';

it.each([
  ['a request', '', 1],
  ['the second of two requests', rawRequest('GET', '/'), 2],
])('the broken body of %s gets no reply besides the answer', async (_what, before, count) => {
  const server = createHttpServer({ routes: new Map(), fallback: () => textReply(200, 'ok'), log: memoryLog() });
  const { port } = await server.listen(0, '127.0.0.1');
  const socket = await openSocket(port);
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  socket.write(before + rawRequest('POST', '/', ['Transfer-Encoding: chunked']));
  await expect.poll(statuses).toHaveLength(count);
  socket.write('no length\r\n');
  await once(socket, 'close');
  expect(statuses()).toEqual(Array(count).fill('200'));
  await server.close(0);
});
