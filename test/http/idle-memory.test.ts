// What the server keeps of a request after its response: nothing, also while the connection stays open. What an idle connection
// keeps would survive every collection of the young generation under load.
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { textReply } from '../../adapters/http/server/reply.js';
import { createHttpServer, type Handler } from '../../adapters/http/server/server.js';
import { memoryLog } from '../console/readable-log.js';
import { openSocket, rawRequest } from './raw-client.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('keeps no answered request of an idle connection in memory', async () => {
  const requests: WeakRef<object>[] = [];
  const handler: Handler = ({ raw }) => {
    requests.push(new WeakRef(raw));
    return textReply(200, 'ok');
  };
  const server = createHttpServer({ routes: new Map(), fallback: handler, log: memoryLog() });
  const { port } = await server.listen(0, '127.0.0.1');
  const socket = await openSocket(port);
  for (const _ of [1, 2, 3]) {
    socket.write(rawRequest('GET', '/'));
    await once(socket, 'data');
  }
  expect(requests).toHaveLength(3);
  const isKept = (): boolean => {
    collectGarbage();
    return requests.some((request) => request.deref() !== undefined);
  };
  await expect.poll(isKept).toBe(false);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
  await server.close(0);
});
