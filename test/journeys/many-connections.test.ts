// One address opens as many connections as it can: others are still answered. Connections come from different addresses
// of 127.0.0.0/8, of which only 127.0.0.1 counts as the host itself.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { textReply } from '../../adapters/http/server/reply.js';
import {
  createHttpServer,
  type Handler,
  type HttpServer,
  type HttpServerOptions,
} from '../../adapters/http/server/server.js';
import { SystemClock } from '../../adapters/node/clock.js';
import type { Address } from '../../domain/access/address.js';
import { certificateAuthority, readFiles } from '../application/console/authority.js';
import { basic, testConsole } from '../application/console/console.js';
import { memoryLog, type MemoryLog } from '../application/console/readable-log.js';
import { token } from '../domain/fixtures.js';
import { startHttpService } from '../adapters/http/service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** 36 connections for everybody, and 4 more for the host itself and for known addresses. */
const maxConnections = 40;
const open = 36;
const isHost = ({ text }: Address): boolean => text === '127.0.0.1';
const limits = { maxConnections, isHost };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A connection, what it received, and whether it is closed. */
interface Client {
  readonly socket: Socket;
  text: string;
  isClosed: boolean;
}

const track = (socket: Socket): Client => {
  const client: Client = { socket, text: '', isClosed: false };
  socket.on('data', (chunk) => (client.text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (client.isClosed = true));
  cleanups.push(() => socket.destroy());
  return client;
};

/** Connects from an address. Resolves once connected, whether or not the server keeps the connection. */
const connectFrom = (port: number, localAddress: string): Promise<Client> =>
  new Promise((resolve) => {
    const client = track(connect({ port, host: '127.0.0.1', localAddress, noDelay: true }));
    client.socket.once('connect', () => {
      resolve(client);
    });
  });

const connectMany = async (port: number, from: string, count: number): Promise<readonly Client[]> => {
  const clients: Client[] = [];
  for (let at = 0; at < count; at += 1) clients.push(await connectFrom(port, from));
  return clients;
};

const request = (path: string, headers: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');

const statusOf = ({ text }: Client): number => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);

/** Resolves with the status of the response, or 0 when the connection is closed without one. */
const statusFrom = (client: Client): Promise<number> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (client.isClosed || statusOf(client) > 0) resolve(statusOf(client));
    };
    client.socket.on('data', check).on('close', check);
    check();
  });

/** Makes a call over a connection that stays open. */
const callAndStay = async (
  port: number,
  from: string,
  path = '/',
  headers: readonly string[] = [],
): Promise<number> => {
  const client = await connectFrom(port, from);
  client.socket.write(request(path, headers));
  return statusFrom(client);
};

const call = (port: number, from: string, path?: string): Promise<number> =>
  callAndStay(port, from, path, ['Connection: close']);

interface Started {
  readonly port: number;
  /** The port for TLS; 0 without a certificate beside. */
  readonly tlsPort: number;
  readonly log: MemoryLog;
  /** Resolves when so many calls of `/held` are in flight. */
  readonly held: (count: number) => Promise<void>;
  /** Answers the calls of `/held`. */
  readonly release: () => void;
}

const start = async (options: Partial<Parameters<typeof createHttpServer>[0]> = {}): Promise<Started> => {
  const log = memoryLog();
  const held: (() => void)[] = [];
  let [expected, reached] = [Infinity, (): void => undefined];
  const hold: Handler = () =>
    new Promise((resolve) => {
      held.push(() => {
        resolve(textReply(200, 'released'));
      });
      if (held.length >= expected) reached();
    });
  const routes = new Map<string, Handler>([
    ['/held', hold],
    ['/known', () => ({ ...textReply(200, 'known'), isCallerKnown: true })],
  ]);
  const server = createHttpServer({ routes, fallback: () => textReply(200, 'ok'), log, ...limits, ...options });
  const { port } = await server.listen(0, '127.0.0.1');
  const tlsPort = options.certificateBeside && (await server.listenForTls(0, '127.0.0.1')).port;
  cleanups.push(() => server.close(0));
  return {
    port,
    tlsPort: tlsPort ?? 0,
    log,
    held: (count) =>
      new Promise((resolve) => {
        [expected, reached] = [count, resolve];
        if (held.length >= count) resolve();
      }),
    release: () => {
      for (const answer of held) answer();
    },
  };
};

/** Fills the part that everybody may use with calls in flight from one address. */
const occupy = async ({ port, held }: Started, from = '127.0.0.2'): Promise<readonly Client[]> => {
  const clients = await connectMany(port, from, open);
  for (const { socket } of clients) socket.write(request('/held'));
  await held(open);
  return clients;
};

const closed = (clients: readonly Client[]): number => clients.filter(({ isClosed }) => isClosed).length;

describe('an address that opens more connections than there are', () => {
  it('@CONN-2: does not shut out the host itself or another address', async () => {
    const { port } = await start();
    await connectMany(port, '127.0.0.2', 3 * maxConnections);
    expect(await call(port, '127.0.0.1')).toBe(200);
    expect(await call(port, '127.0.0.3')).toBe(200);
    expect(await call(port, '127.0.0.4')).toBe(200);
  });

  it('@CONN-1: loses idle connections, the oldest first, and addresses with fewer keep theirs', async () => {
    const { port } = await start();
    const few = await connectMany(port, '127.0.0.3', 6);
    const many = await connectMany(port, '127.0.0.2', open - 6);
    for (let at = 4; at < 8; at += 1) expect(await callAndStay(port, `127.0.0.${String(at)}`)).toBe(200);
    for (const client of many.slice(0, 4)) await statusFrom(client);
    expect([closed(few), closed(many), closed(many.slice(0, 4))]).toEqual([0, 4, 4]);
  });

  it('@CONN-4: is refused when it reconnects without a pause, and others are not', async () => {
    let timeMs = 0;
    const { port } = await start({ now: () => timeMs });
    await connectMany(port, '127.0.0.2', open + 128);
    expect(await callAndStay(port, '127.0.0.2')).toBe(0);
    timeMs += 1_000;
    for (let time = 0; time < 128; time += 1) expect(await callAndStay(port, '127.0.0.2')).toBe(200);
    expect(await callAndStay(port, '127.0.0.2')).toBe(0);
    expect(await call(port, '127.0.0.3')).toBe(200);
  });
});

describe('calls in flight', () => {
  it('@CONN-3: keep their connections: further addresses are refused, except the host itself and known addresses', async () => {
    const started = await start();
    const { port, release } = started;
    expect(await call(port, '127.0.0.4', '/known')).toBe(200);
    const clients = await occupy(started);
    expect(await call(port, '127.0.0.3')).toBe(0);
    expect(await call(port, '127.0.0.4')).toBe(200);
    expect(await call(port, '127.0.0.1')).toBe(200);
    release();
    expect(await Promise.all(clients.map(statusFrom))).toEqual(Array<number>(open).fill(200));
  });

  it('keep their connections at both listeners, which count together', async () => {
    const folder = temporaryFolder();
    const certificateBeside = readFiles(certificateAuthority(folder).issue('server', 'IP:127.0.0.1'));
    const started = await start({ certificateBeside });
    const clients = Array.from({ length: open }, (_, at) => {
      const isTls = at % 2 === 0;
      const port = isTls ? started.tlsPort : started.port;
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      cleanups.push(() => socket.destroy());
      const client = track(isTls ? connectTls({ socket, rejectUnauthorized: false }) : socket);
      client.socket.write(request('/held'));
      return client;
    });
    await started.held(open);
    for (const port of [started.port, started.tlsPort])
      expect(await statusFrom(await connectFrom(port, '127.0.0.3'))).toBe(0);
    expect(closed(clients)).toBe(0);
    started.release();
    expect(await Promise.all(clients.map(statusFrom))).toEqual(Array<number>(open).fill(200));
  });
});

describe('an address is known', () => {
  /** Whether a connection survives one connection each of many other addresses, after one call. */
  const survivesAfter = async (port: number, path: string, header: string): Promise<boolean> => {
    const client = await connectFrom(port, '127.0.0.4');
    const send = (): Promise<number> => {
      client.text = '';
      client.socket.write(request(path, ['Via: 1.1 proxy', header]));
      return statusFrom(client);
    };
    expect(await send()).toBeGreaterThan(0);
    for (let at = 1; at <= 2 * maxConnections; at += 1) await connectFrom(port, `127.0.1.${String(at)}`);
    return (await send()) > 0;
  };

  const control = async (): Promise<number> => {
    const createServer = (options: HttpServerOptions): HttpServer => createHttpServer({ ...options, ...limits });
    const { port, close } = await startHttpService(new SystemClock(), {}, { createServer });
    cleanups.push(close);
    return port;
  };

  const listening = async (server: HttpServer): Promise<number> => {
    const { port } = await server.listen(0, '127.0.0.1');
    cleanups.push(() => server.close(0));
    return port;
  };

  it.each([
    [true, `Authorization: Bearer ${token(1)}`],
    [false, `Authorization: Bearer ${token(2)}`],
    [false, 'Authorization: Basic RVhURVJOQUxfQVBQOng='],
  ])('%s, at the control API, with %s', async (isKnown, header) => {
    expect(await survivesAfter(await control(), '/api/v2/signals', header)).toBe(isKnown);
  });

  it.each([true, false])('%s, at the console, with a studio key', async (isKnown) => {
    const { server, key } = await testConsole({ connections: limits });
    const authorization = basic('studio-1', isKnown ? key : 'wrong');
    expect(await survivesAfter(await listening(server), '/sync/configuration', `Authorization: ${authorization}`)).toBe(
      isKnown,
    );
  });

  it.each([true, false])('%s, at the console, as an operator', async (isKnown) => {
    const { server } = await testConsole({ connections: limits });
    const authorization = basic('admin', isKnown ? 'correct horse' : 'wrong');
    expect(await survivesAfter(await listening(server), '/api/studios', `Authorization: ${authorization}`)).toBe(
      isKnown,
    );
  });

  it.each([true, false])('%s, at the console, with the token of the metrics', async (isKnown) => {
    const recorder = {
      observePush: () => undefined,
      countRefusedConfiguration: () => undefined,
      countSignIn: () => undefined,
      countWebhookAttempt: () => undefined,
      collect: () => Promise.resolve({ text: '', contentType: 'text/plain' }),
    };
    const { server } = await testConsole({ connections: limits, metrics: { recorder, token: 'metrics' } });
    const header = `Authorization: Bearer ${isKnown ? 'metrics' : 'wrong'}`;
    expect(await survivesAfter(await listening(server), '/metrics', header)).toBe(isKnown);
  });
});
