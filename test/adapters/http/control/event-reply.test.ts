// Event streams on real sockets: order of events, stalled clients, clients that lose access, and heartbeats.
import type { Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type OpenStream } from '../../../../adapters/http/server/event-stream.js';
import { createHttpServer, type HttpServer } from '../../../../adapters/http/server/server.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { panel, token } from '../../../domain/fixtures.js';
import { startHttpService, type TestService } from '../service.js';
import { openSocket, rawRequest } from '../raw-client.js';
import { eventually } from '../../../support/eventually.js';

let service: TestService;
beforeEach(async () => {
  service = await startHttpService();
});
afterEach(() => service.close());

interface StreamClient {
  readonly socket: Socket;
  readonly received: () => string;
  /** Whether the stream has ended; its connection may still be open. */
  readonly isOver: () => boolean;
}

/** Opens a stream. */
const openStreamClient = async (headers: readonly string[] = []): Promise<StreamClient> => {
  const socket = await openSocket(service.port);
  let received = '';
  let closed = false;
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (closed = true));
  socket.write(rawRequest('GET', '/api/v2/events', headers));
  await until(() => received.includes('event: reset'));
  return { socket, received: () => received, isOver: () => closed || received.endsWith('\r\n0\r\n\r\n') };
};

const timeoutMs = 20_000;

const until = (holds: () => boolean): Promise<void> => eventually(String(holds), holds, timeoutMs);

const streamCount = (): number => service.composed.events.streams();

const set = (variable: string, value: string | number): void => {
  const { studio } = service.composed;
  const changed = studio.change((now) => E.right({ ...now, variables: { ...now.variables, [variable]: value } }));
  expect(E.isRight(changed)).toBe(true);
};

const valuesIn = (text: string): readonly number[] =>
  [...text.matchAll(/"GuestCount","type":"NUMBER","value":(\d+)/g)].map(([, value]) => Number(value));

describe('stream clients', () => {
  it('receive every change in order while a stalled client is disconnected', async () => {
    const clients = await Promise.all(Array.from({ length: 31 }, () => openStreamClient()));
    const stalled = await openStreamClient();
    stalled.socket.pause();
    expect(streamCount()).toBe(32);
    const page = 'x'.repeat(40_000);
    let changes = 0;
    while (streamCount() === 32 && changes < 2_000) {
      changes += 1;
      set('var-1', `${page}${String(changes)}`);
      set('var-3', 1_000 + changes);
      await new Promise(setImmediate);
    }
    expect(streamCount()).toBe(31);
    const all = Array.from({ length: changes }, (_, at) => 1_001 + at);
    for (const { received } of clients) {
      await until(() => valuesIn(received()).length === changes);
      expect(valuesIn(received())).toEqual(all);
    }
    for (const { socket } of [...clients, stalled]) socket.destroy();
    await until(() => streamCount() === 0);
  });

  it('of a revoked device are disconnected at once, and no others', async () => {
    const asDevice = ['Via: 1.1 proxy', `Authorization: Bearer ${token(1)}`];
    const clients = await Promise.all(Array.from({ length: 32 }, () => openStreamClient(asDevice)));
    const host = await openStreamClient();
    service.apply({ devices: [{ ...panel, state: 'revoked' }] });
    expect(streamCount()).toBe(1);
    await until(() => clients.every(({ isOver }) => isOver()));
    set('var-3', 7);
    await until(() => valuesIn(host.received()).length === 1);
    for (const { received } of clients) expect(valuesIn(received())).toEqual([]);
    host.socket.destroy();
  });

  it('receive the headers that browsers and buffering proxies need', async () => {
    const { socket, received } = await openStreamClient();
    const head = (received().split('\r\n\r\n', 1)[0] ?? '').toLowerCase().split('\r\n');
    expect(head).toContain('content-type: text/event-stream; charset=utf-8');
    expect(head).toContain('cache-control: no-store');
    expect(head).toContain('x-accel-buffering: no');
    socket.destroy();
  });

  it('end completely with the events of the service, before the server closes their connections', async () => {
    const clients = await Promise.all(Array.from({ length: 3 }, () => openStreamClient()));
    service.composed.events.end();
    expect(streamCount()).toBe(0);
    await until(() => clients.every(({ isOver }) => isOver()));
    for (const { received, socket } of clients) {
      expect(received().endsWith('\r\n0\r\n\r\n')).toBe(true);
      socket.destroy();
    }
  });

  it('are disconnected at once when the service stops', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => openStreamClient()));
    await service.composed.stop();
    await until(() => clients.every(({ isOver }) => isOver()));
  });
});

describe('a heartbeat', () => {
  /** High enough that unread bytes alone disconnect no client. */
  const noLimit = 100_000_000;
  let server: HttpServer;
  let port: number;
  let opened: OpenStream[];
  beforeEach(async () => {
    opened = [];
    const stream = () =>
      openStream((opening) => {
        opened.push(opening);
        return () => void opened.splice(opened.indexOf(opening), 1);
      }, noLimit);
    server = createHttpServer({ routes: new Map([['/', stream]]), fallback: stream, log: memoryLog() });
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterEach(() => server.close(0));

  const open = async (): Promise<Socket> => {
    const socket = await openSocket(port);
    socket.on('error', () => undefined);
    socket.write(rawRequest('GET', '/'));
    await until(() => opened.length === 1);
    return socket;
  };

  const tenMegabytes = { event: 'page', data: 'x'.repeat(10_000_000) };

  it('disconnects a client that has read nothing since the previous one', async () => {
    const socket = await open();
    socket.pause();
    opened[0]?.send([tenMegabytes]);
    await until(() => {
      opened[0]?.beat();
      return opened.length === 0;
    });
    socket.destroy();
  });

  it('keeps a client that reads', async () => {
    const socket = await open();
    let received = 0;
    socket.on('data', (chunk) => (received += chunk.length));
    for (let sent = 1; sent <= 3; sent += 1) {
      opened[0]?.send([tenMegabytes]);
      const expected = sent * 10_000_000;
      await until(() => received > expected);
      opened[0]?.beat();
    }
    expect(opened).toHaveLength(1);
    socket.destroy();
    await until(() => opened.length === 0);
  });
});
