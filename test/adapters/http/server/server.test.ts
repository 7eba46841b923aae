// A body that breaks after its request was answered: no other reply follows, which the client would take for that of its next request.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpReply, textReply } from '../../../../adapters/http/server/reply.js';
import { type Handler, type HttpServer, createHttpServer } from '../../../../adapters/http/server/server.js';
import { certificateAuthority, readFiles } from '../../../application/console/authority.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { type MemoryConnection, connectTo, serverOf, settle } from '../memory-connection.js';
import { openSocket, parseResponses, rawRequest } from '../raw-client.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

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

/** Longer than a test may take: what waits for it fails. */
const hourMs = 3_600_000;

const get = rawRequest('GET', '/');

/** A server whose handler waits, and the function that lets it answer. */
const waitingServer = (): { readonly server: HttpServer; readonly answer: () => void } => {
  const { promise, resolve } = Promise.withResolvers<HttpReply>();
  return {
    server: serverOf(() => promise),
    answer: () => {
      resolve(textReply(200, 'late'));
    },
  };
};

describe('a server that is closed', () => {
  it('answers the call in flight, and then closes its connection', async () => {
    const { server, answer } = waitingServer();
    const { port } = await server.listen(0, '127.0.0.1');
    const requested = once(server.node, 'request');
    const socket = await openSocket(port);
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    socket.write(get);
    await requested;
    const closed = server.close(hourMs);
    answer();
    await closed;
    if (!socket.destroyed) await once(socket, 'close');
    expect(parseResponses(received)).toMatchObject([{ status: 200, headers: { connection: 'close' }, body: 'late' }]);
  });

  it('leaves no timer behind, which would delay the end of its process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const server = serverOf(() => textReply(200, 'ok'));
      await server.listen(0, '127.0.0.1');
      await server.close(hourMs);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits for the call in flight of each listener, also if another one has none', async () => {
    const folder = temporaryFolder();
    const certificateBeside = readFiles(certificateAuthority(folder).issue('server', 'IP:127.0.0.1'));
    const { promise, resolve } = Promise.withResolvers<HttpReply>();
    const server = serverOf(() => promise, { certificateBeside });
    await server.listenForTls(0, '127.0.0.1');
    const { port } = await server.listen(0, '127.0.0.1');
    const requested = once(server.node, 'request');
    const socket = await openSocket(port);
    socket.write(get);
    await requested;
    const events: string[] = [];
    socket.on('close', () => events.push('answered'));
    socket.resume();
    const closed = server.close(hourMs).then(() => events.push('closed'));
    await settle();
    expect(events).toEqual([]);
    resolve(textReply(200, 'late'));
    await closed;
  });

  it('does not wait for a connection that was opened in advance', async () => {
    const server = serverOf(() => textReply(200, 'ok'));
    const { port } = await server.listen(0, '127.0.0.1');
    const accepted = once(server.node, 'connection');
    const socket = await openSocket(port);
    await accepted;
    await server.close(hourMs);
    socket.destroy();
  });

  it('does not wait beyond its time for a connection whose TLS handshake is incomplete', async () => {
    const folder = temporaryFolder();
    const certificate = readFiles(certificateAuthority(folder).issue('server', 'IP:127.0.0.1'));
    const server = serverOf(() => textReply(200, 'ok'), { certificate });
    const { port } = await server.listen(0, '127.0.0.1');
    const accepted = once(server.node, 'connection');
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    socket.write(Buffer.from([22, 3, 1]));
    const [connection] = (await accepted) as [MemoryConnection];
    await vi.waitFor(() => {
      expect(connection.bytesRead).toBe(3);
    });
    await server.close(0);
    socket.destroy();
  });
});

describe('a server that listens', () => {
  it('lets connections wait to be accepted, for many may come at once', async () => {
    const server = serverOf(() => textReply(200, 'ok'));
    const listen = vi.spyOn(server.node, 'listen');
    await server.listen(0, '127.0.0.1');
    expect(listen.mock.calls[0]?.[0]).toMatchObject({ backlog: 4_096 });
    await server.close(0);
  });
});

describe('a reply that cannot be sent', () => {
  it('closes its connection, for its client would wait, and is logged', async () => {
    const log = memoryLog();
    const server = serverOf(() => textReply(200, 'ok', { 'X-Name': 'two\nlines' }), { log });
    const connection = await connectTo(server, get);
    expect([connection.destroyed, connection.written]).toEqual([true, '']);
    expect(log.lines).toEqual([expect.stringContaining('sending a response failed')]);
    await server.whenIdle();
  });
});

describe('an error of a listener', () => {
  it('is logged while it listens', async () => {
    const log = memoryLog();
    const server = serverOf(() => textReply(200, 'ok'), { log });
    await server.listen(0, '127.0.0.1');
    server.node.emit('error', new Error('accept EMFILE'));
    expect(log.lines).toEqual([expect.stringContaining('accept EMFILE')]);
    await server.close(0);
  });

  it('rejects the attempt to listen, and is not logged', async () => {
    const log = memoryLog();
    const [first, second] = [serverOf(() => textReply(200, 'ok')), serverOf(() => textReply(200, 'ok'), { log })];
    const { port } = await first.listen(0, '127.0.0.1');
    await expect(second.listen(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
    expect(log.lines).toEqual([]);
    await first.close(0);
  });
});

describe('a refusal', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const refuse = vi.fn((_head: unknown, status: number) => textReply(status, 'refused'));
  beforeEach(() => {
    refuse.mockClear();
  });
  const server = (): HttpServer => serverOf(() => textReply(200, 'ok'), { refuse });

  it('of a malformed request is sent and reported once, whatever follows, and its connection is closed within 1 s', async () => {
    const connection = await connectTo(server(), 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n');
    connection.send('more\r\n\r\n');
    connection.send('and more\r\n\r\n');
    await settle();
    expect(parseResponses(connection.written)).toMatchObject([{ status: 400, headers: { connection: 'close' } }]);
    expect(refuse).toHaveBeenCalledTimes(1);
    expect(connection.destroyed).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(connection.destroyed).toBe(true);
  });

  it.each([
    ['GET', 'refused'],
    ['HEAD', ''],
  ])('of a malformed %s has the body "%s"', async (method, body) => {
    const connection = await connectTo(server(), `${method} / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n`);
    const [head, text] = connection.written.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*\r\nContent-Length: 7\r\n/s);
    expect(text).toBe(body);
  });

  it.each([
    ['a body that is too long', ['Content-Length: 1048577'], '/', 413, 'keep-alive'],
    ['a long target', [], `/${'x'.repeat(8_192)}`, 414, 'close'],
    ['two hosts', ['HOST: b'], '/', 400, 'close'],
  ])('of %s says what becomes of the connection', async (_what, headers, target, status, connection) => {
    const { written } = await connectTo(server(), rawRequest('POST', target, headers));
    expect(parseResponses(written)).toMatchObject([{ status, headers: { connection } }]);
  });

  it('of a body that is too long lets the client go on after that body', async () => {
    const long = 1_048_577;
    const connection = await connectTo(server(), rawRequest('POST', '/', [`Content-Length: ${String(long)}`]));
    connection.send('x'.repeat(long) + get);
    await settle();
    expect(parseResponses(connection.written).map(({ status }) => status)).toEqual([413, 200]);
  });

  it.each(['h2c', 'H2C'])('does not meet the offer of an upgrade to %s', async (protocol) => {
    const offer = rawRequest('GET', '/', ['Connection: Upgrade', `Upgrade: ${protocol}`]);
    expect(parseResponses((await connectTo(server(), offer)).written)).toMatchObject([{ status: 200 }]);
  });

  it.each([
    ['an upgrade', ['Connection: Upgrade', 'Upgrade: websocket'], 426],
    ['a malformed request', [': x'], 400],
  ])('of %s waits for the answer to the request before it', async (_what, headers, status) => {
    const { server: waiting, answer } = waitingServer();
    const connection = await connectTo(waiting, get + rawRequest('GET', '/', headers));
    expect(connection.written).toBe('');
    answer();
    await settle();
    expect(parseResponses(connection.written).map((response) => response.status)).toEqual([200, status]);
  });

  it.each([
    ['was opened in advance and never used', '', []],
    ['carries a part of a request', 'GET / HTTP/1.1\r\nHost: ', [408]],
  ])('of a connection that %s is sent at its timeout only if there is a request', async (_which, text, statuses) => {
    const target = server();
    const connection = await connectTo(target, text);
    const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    target.node.emit('clientError', timeout, connection.asSocket());
    vi.advanceTimersByTime(1_000);
    expect(refuse.mock.calls.map(([, status]) => status)).toEqual(statuses);
    expect(connection.destroyed).toBe(true);
  });

  it.each([
    ['before its request', ''],
    ['during its request', 'GET / HTTP/1.1\r\nHost: '],
    ['after its request', get],
  ])('is not made for a connection that breaks %s', async (_when, text) => {
    const target = server();
    const connection = await connectTo(target, text);
    const before = connection.written;
    connection
      .on('error', () => undefined)
      .destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    await settle();
    expect(refuse).not.toHaveBeenCalled();
    expect(connection.written).toBe(before);
  });
});

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
