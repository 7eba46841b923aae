// Clients that leave before their answer: nothing is done for them that would outlast their connection.
import { expect, it, vi } from 'vitest';
import { textReply, type HttpReply } from '../../adapters/http/server/reply.js';
import { memoryLog } from '../console/readable-log.js';
import { connectTo, serverOf, settle } from './memory-connection.js';
import { rawRequest } from './raw-client.js';

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
