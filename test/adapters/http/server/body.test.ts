// Clients that leave before their answer, for whom nothing is done, and one that sends too much, which gets its answer.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it, vi } from 'vitest';
import { maxBodyBytes, readJson } from '../../../../adapters/http/server/body.js';
import { textReply, type HttpReply } from '../../../../adapters/http/server/reply.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { connectTo, serverOf, settle } from '../memory-connection.js';
import { parseResponses, rawRequest } from '../raw-client.js';

it('a client that leaves during its body makes no call', async () => {
  const handler = vi.fn(() => textReply(200, 'done'));
  const server = serverOf(handler, { discardsBodies: true });
  const connection = await connectTo(server, rawRequest('POST', '/', ['Content-Length: 9'], 'half'));
  connection.destroy();
  await settle();
  expect(handler).not.toHaveBeenCalled();
  await server.whenIdle();
});

it('a client that leaves before its stream opens gets none: its end would not be noticed', async () => {
  const log = memoryLog();
  const { promise, resolve } = Promise.withResolvers<HttpReply>();
  const server = serverOf(() => promise, { log });
  const connection = await connectTo(server, rawRequest('GET', '/'));
  connection.destroy();
  await settle();
  const open = vi.fn();
  resolve({ status: 200, body: open });
  await settle();
  expect(open).not.toHaveBeenCalled();
  expect(log.lines).toEqual([]);
  await server.whenIdle();
});

it('a client that sends JSON that is too long gets its answer, and may go on', async () => {
  const server = serverOf(async (request) => textReply(E.isLeft(await readJson(request)) ? 400 : 200, 'read'));
  const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const connection = await connectTo(server, rawRequest('POST', '/', headers));
  const length = maxBodyBytes + 1;
  connection.send(`${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`);
  await settle();
  connection.send('0\r\n\r\n');
  connection.send(rawRequest('POST', '/', ['Content-Type: application/json', 'Content-Length: 2'], '{}'));
  await settle();
  expect(parseResponses(connection.written).map(({ status }) => status)).toEqual([400, 200]);
});
