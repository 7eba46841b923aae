// Timeouts of slow clients: slow heads and bodies are answered 408, and stalled readers are disconnected. They run only
// with LONG=1, as they take real time.
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../../adapters/http/server/server.js';
import { textReply } from '../../../../adapters/http/server/reply.js';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { certificateAuthority } from '../../../application/console/authority.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { eventually } from '../../../support/eventually.js';
import { startHttpService, type TestService } from '../service.js';
import { openSocket, parseResponses, rawRequest } from '../raw-client.js';

const receivedFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.once('close', () => {
      resolve(text);
    });
  });

/** Length of the long responses, in bytes. */
const pageLength = 5_000_000;

describe.runIf(process.env['LONG'] === '1')('a slow client', { timeout: 60_000 }, () => {
  let folder: string;
  let service: TestService;
  let big: HttpServer;
  let bigPort: number;
  /** The connections of the server with long responses, as it sees them. */
  const accepted: Socket[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'timeouts-'));
    const { cert, key } = certificateAuthority(folder).issue('server', 'IP:127.0.0.1');
    service = await startHttpService(new SystemClock(), { TLS_CERT: cert, TLS_KEY: key, TLS_PORT: '0' });
    const page = textReply(200, 'x'.repeat(pageLength));
    big = createHttpServer({
      routes: new Map([['/small', () => textReply(200, 'x')]]),
      fallback: () => page,
      log: memoryLog(),
    });
    big.node.on('connection', (socket: Socket) => accepted.push(socket));
    ({ port: bigPort } = await big.listen(0, '127.0.0.1'));
  });
  afterAll(async () => {
    await Promise.all([service.close(), big.close(0)]);
    rmSync(folder, { recursive: true });
  });

  it.concurrent('that sends its head slowly is answered 408', async () => {
    const socket = await openSocket(service.port);
    const received = receivedFrom(socket);
    socket.write('GET /api/v2/signals HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const dripTimer = setInterval(() => socket.write('a'), 500);
    const responses = parseResponses(await received);
    clearInterval(dripTimer);
    expect(responses).toMatchObject([{ status: 408 }]);
  });

  it.concurrent('that sends its head slowly over TLS is answered 408', async () => {
    const socket = connectTls({ port: service.tlsPort, host: '127.0.0.1', rejectUnauthorized: false });
    const received = receivedFrom(socket);
    socket.write('GET /api/v2/signals HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(parseResponses(await received)).toMatchObject([{ status: 408 }]);
  });

  it.concurrent('that does not finish its handshake is disconnected', async () => {
    const socket = await openSocket(service.tlsPort);
    socket.write(Buffer.from([22, 3, 1]));
    expect(await receivedFrom(socket)).toBe('');
  });

  it.concurrent('that sends its body slowly is answered 408, and no command is sent', async () => {
    const socket = await openSocket(service.port);
    const received = receivedFrom(socket);
    socket.write(rawRequest('POST', '/api/v2/plain/signals/sig-1/on', ['Content-Length: 99']));
    expect(parseResponses(await received)).toMatchObject([{ status: 408, body: 'ERR invalid_parameter' }]);
    expect(service.studio.commands()).toEqual([]);
  });

  it.concurrent.each([
    ['its responses', rawRequest('GET', '/').repeat(20)],
    ['a response that was queued behind another', rawRequest('GET', '/small') + rawRequest('GET', '/').repeat(2)],
  ])('that does not read %s is disconnected, and at most one response is buffered for it', async (_case, requests) => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(bigPort)));
    const ports = new Set(sockets.map(({ localPort }) => localPort));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(requests);
    }
    const connectionsOfTest = (): Socket[] => accepted.filter(({ remotePort }) => ports.has(remotePort));
    await eventually('all are accepted', () => connectionsOfTest().length === sockets.length);
    const ofTest = connectionsOfTest();
    const isOpen = (socket: Socket): boolean => !socket.destroyed;
    for (let elapsedMs = 0; elapsedMs < 20_000 && ofTest.some(isOpen); elapsedMs += 100) {
      expect(Math.max(...ofTest.map(({ writableLength }) => writableLength))).toBeLessThan(pageLength + 10_000);
      await delay(100);
    }
    expect(ofTest.filter(isOpen)).toEqual([]);
    for (const socket of sockets) socket.destroy();
  });

  it.concurrent('that sends no request is disconnected without a response', async () => {
    const socket = await openSocket(service.port);
    expect(await receivedFrom(socket)).toBe('');
  });
});
