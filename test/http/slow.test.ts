// Callers that dawdle: slow heads and bodies are told so, and a reader that takes nothing is cut off. These take real
// time, so they run only where LONG=1 asks for it.
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from '../../adapters/http/server/server.js';
import { textReply } from '../../adapters/http/server/reply.js';
import { readableLog } from '../console/readable-log.js';
import { startService, type TestService } from './service.js';
import { dial, readAnswers, request } from './wire.js';

const heardFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.once('close', () => {
      resolve(text);
    });
  });

describe.runIf(process.env['LONG'] === '1')('a caller that dawdles', { timeout: 60_000 }, () => {
  let on: TestService;
  let big: HttpServer;
  let bigPort: number;
  beforeAll(async () => {
    on = await startService();
    const page = textReply(200, 'x'.repeat(5_000_000));
    big = createHttpServer({
      routes: new Map([['/', () => page]]),
      unknown: () => page,
      log: readableLog(),
    });
    ({ port: bigPort } = await big.listen(0, '127.0.0.1'));
  });
  afterAll(() => Promise.all([on.close(), big.close(0)]));

  it.concurrent('over its head is answered 408', async () => {
    const socket = await dial(on.port);
    const heard = heardFrom(socket);
    socket.write('GET /api/v2/signals HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const dripping = setInterval(() => socket.write('a'), 500);
    const answers = readAnswers(await heard);
    clearInterval(dripping);
    expect(answers).toMatchObject([{ status: 408 }]);
  });

  it.concurrent('over its body is answered 408, and nothing is sent', async () => {
    const socket = await dial(on.port);
    const heard = heardFrom(socket);
    socket.write(request('POST', '/api/v2/plain/signals/sig-1/on', ['Content-Length: 99']));
    expect(readAnswers(await heard)).toMatchObject([{ status: 408, body: 'ERR invalid_parameter' }]);
    expect(on.studio.commands()).toEqual([]);
  });

  it.concurrent('over the answer is cut off, and costs no memory', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => dial(bigPort)));
    const before = process.memoryUsage().rss;
    const closed = Promise.all(
      sockets.map(async (socket) => {
        socket.on('error', () => undefined);
        socket.pause();
        socket.write(request('GET', '/').repeat(20));
        for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 500) {
          await delay(500);
          if ((await connectionsOf(big)) === 0) return;
        }
      }),
    );
    await delay(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    await closed;
    expect(await connectionsOf(big)).toBe(0);
    for (const socket of sockets) socket.destroy();
  });

  it.concurrent('before the first request is closed without a word', async () => {
    const socket = await dial(on.port);
    expect(await heardFrom(socket)).toBe('');
  });
});

const connectionsOf = ({ node }: HttpServer): Promise<number> =>
  new Promise((resolve) => {
    node.getConnections((_error, count) => {
      resolve(count);
    });
  });
