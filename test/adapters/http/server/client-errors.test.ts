// Requests that are malformed, too long, or in another protocol: each gets one valid response and one log entry.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../../domain/fixtures.js';
import { startHttpService, type TestService } from '../service.js';
import { send, exchange, openSocket, rawRequest, type RawResponse } from '../raw-client.js';

let service: TestService;
beforeAll(async () => {
  service = await startHttpService();
});
afterAll(() => service.close());

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const signals = '/api/v2/plain/signals';

/** Pipelined calls whose responses take some milliseconds. */
const fourSwitches = (to: 'on' | 'off'): string =>
  [1, 2, 3, 4].map((id) => rawRequest('POST', `/api/v2/plain/signals/sig-${String(id)}/${to}`)).join('');

const expectValid = (response: RawResponse | undefined, status: number): void => {
  expect(response?.status).toBe(status);
  expect(response?.headers).toMatchObject(commonHeaders);
};

describe('a request of another protocol', () => {
  it('is answered 426 with the supported protocol', async () => {
    const upgrade = rawRequest('GET', signals, ['Connection: Upgrade', 'Upgrade: websocket']);
    const { responses, closed } = await exchange(service.port, upgrade, 2_500);
    expect(closed).toBe(true);
    expect(responses).toHaveLength(1);
    expectValid(responses[0], 426);
    expect(responses[0]?.headers).toMatchObject({ upgrade: 'HTTP/1.1', connection: 'close' });
    expect(responses[0]?.body).toBe('ERR invalid_parameter');
    expect(service.requests()[0]).toMatchObject({ caller: null, method: 'GET', path: signals, status: 426 });
  });

  it('leaks no socket in 5,000 repetitions', async () => {
    const upgrade = rawRequest('GET', signals, ['Connection: Upgrade', 'Upgrade: websocket']);
    for (let round = 0; round < 10; round += 1) {
      const exchanges = await Promise.all(Array.from({ length: 500 }, () => exchange(service.port, upgrade, 5_000)));
      expect(new Set(exchanges.map(({ responses }) => responses[0]?.status))).toEqual(new Set([426]));
    }
    const open = () =>
      new Promise((resolve) => {
        service.composed.server.node.getConnections((_error, count) => {
          resolve(count);
        });
      });
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  });
});

describe('an oversized request', () => {
  it.each([
    ['a long target, under /api/v2/plain', `${signals}?x=${'a'.repeat(9_000)}`, [], 414, 'ERR invalid_parameter'],
    ['a target longer than the parser accepts', `${signals}?x=${'a'.repeat(40_000)}`, [], 414, undefined],
    ['long headers', signals, [`X: ${'a'.repeat(40_000)}`], 431, 'ERR invalid_parameter'],
    ['a declared long body', signals, ['Content-Length: 99999999999'], 413, 'ERR invalid_parameter'],
    [
      'a declared long body and Expect: 100-continue',
      signals,
      ['Expect: 100-continue', 'Content-Length: 2000000'],
      413,
      undefined,
    ],
  ] as const)('with %s is refused', async (_case, target, headers, status, body) => {
    const response = await send(service.port, rawRequest('POST', target, headers));
    expectValid(response, status);
    if (body !== undefined) expect(response.body).toBe(body);
    expect(service.requests()[0]).toMatchObject({ caller: null, status, error: 'invalid_parameter' });
  });

  it('is detected by the length of its headers, not by their number', async () => {
    const many = Array.from({ length: 2_200 }, () => 'a:');
    const response = await send(service.port, rawRequest('GET', signals, [...many, 'X-Forwarded-For: 10.0.0.1']));
    expectValid(response, 401);
  });

  it('leaves no part of its token in the logs', async () => {
    await send(service.port, rawRequest('GET', `${signals}?token=${token(1)}&x=${'a'.repeat(40_000)}`));
    await send(
      service.port,
      rawRequest('GET', signals, [`Authorization: Bearer ${token(1)}`, `X: ${'a'.repeat(40_000)}`]),
    );
    expect(JSON.stringify([service.requests(), service.log.lines])).not.toContain(token(1).slice(4, 12));
  });
});

describe('a malformed request', () => {
  const malformed: readonly (readonly [string, string])[] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', rawRequest('BREW', signals)],
    ['an unsupported version', 'GET /api/v2/signals HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['HTTP/1.1 but no Host', `GET ${signals} HTTP/1.1\r\n\r\n`],
    ['two Host headers', rawRequest('GET', signals, ['host: other'])],
    ['a header without a name', rawRequest('GET', signals, [': x'])],
    ['two lengths', rawRequest('POST', signals, ['Content-Length: 3', 'Content-Length: 4'], 'abcd')],
    [
      'Content-Length and then Transfer-Encoding',
      rawRequest('POST', signals, ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    [
      'Transfer-Encoding and then Content-Length',
      rawRequest('POST', signals, ['Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n'),
    ],
    ['a chunk with an invalid length', rawRequest('POST', signals, ['Transfer-Encoding: chunked'], 'zz\r\n\r\n')],
    ['a bare CR in the head', rawRequest('GET', signals, ['X: a\rGET /smuggled HTTP/1.1'])],
  ];

  it.each(malformed)('with %s is refused with 400', async (_case, bytes) => {
    const { responses, closed } = await exchange(service.port, bytes, 2_500);
    expect(responses).toHaveLength(1);
    expectValid(responses[0], 400);
    expect(closed).toBe(true);
    expect(service.requests()[0]).toMatchObject({ caller: null, status: 400, error: 'invalid_parameter' });
  });

  it('is refused in the response format of its path', async () => {
    expect((await send(service.port, rawRequest('BREW', signals))).body).toBe('ERR invalid_parameter');
    expect((await send(service.port, rawRequest('BREW', '/status'))).body).toBe('Bad Request');
    expect(JSON.parse((await send(service.port, rawRequest('BREW', '/api/v2/signals'))).body)).toMatchObject({
      ok: false,
    });
    expect(service.requests()[0]).toMatchObject({ method: 'BREW', path: '/api/v2/signals' });
  });

  it('with an unknown expectation is refused with 417', async () => {
    expectValid(await send(service.port, rawRequest('GET', signals, ['Expect: a miracle'])), 417);
  });
});

describe('an unusual but valid request', () => {
  it.each([
    ['HTTP/1.0 and no Host', `GET ${signals} HTTP/1.0\r\n\r\n`],
    ['empty lines before it', `\r\n\r\n${rawRequest('GET', signals)}`],
    ['an absolute target', rawRequest('GET', `http://127.0.0.1${signals}`)],
    ['a body on GET', rawRequest('GET', signals, ['Content-Length: 2'], '{}')],
    ['a chunked body on GET', rawRequest('GET', signals, ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n')],
    [
      'parameters named like properties of Object',
      rawRequest('GET', `${signals}?__proto__=1&constructor=2&toString=3`),
    ],
    ['headers named like properties of Object', rawRequest('GET', signals, ['__proto__: 1', 'constructor: 2'])],
    ['repeated unknown parameters and lists', rawRequest('GET', `${signals}?a=1&a=2&b[]=1&b[x]=2`)],
  ])('with %s is served', async (_case, bytes) => {
    const response = await send(service.port, bytes);
    expectValid(response, 200);
    expect(response.body).toBe('4');
  });

  it.each(['a b', 'x/api/v2/plain/signals/sig-1/on?', '[', 'x#', '@', 'x:99999999', '%zz', ''])(
    'is routed by its path with Host %j',
    async (host) => {
      const response = await send(service.port, `GET ${signals} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expectValid(response, 200);
      expect(response.body).toBe('4');
    },
  );

  it('with Expect: 100-continue gets 100 and then its response', async () => {
    const socket = await openSocket(service.port);
    socket.write(rawRequest('POST', '/api/v2/plain/signals/sig-1/off', ['Expect: 100-continue', 'Content-Length: 2']));
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write('{}');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 OK.*OK$/s);
    socket.destroy();
  });

  it('pipelined with others is answered in order', async () => {
    const paths = ['/api/v2/plain/signals/sig-1/on', signals, '/api/v2/plain/attic', '/api/v2/plain/health'];
    const { responses } = await exchange(service.port, paths.map((path) => rawRequest('GET', path)).join(''));
    expect(responses.map(({ body }) => body)).toEqual(['OK', '4', 'ERR not_found', 'OK']);
  });

  it.each([
    ['a malformed request', 'BAD\r\n\r\n', 400],
    ['an upgrade', rawRequest('GET', '/', ['Upgrade: websocket', 'Connection: Upgrade']), 426],
    ['a tunnel', rawRequest('CONNECT', 'example.org:443'), 400],
  ])('pipelined with others before %s is answered before the refusal', async (_case, refused, status) => {
    const { responses, closed } = await exchange(service.port, fourSwitches('off') + refused, 2_500);
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, status]);
    expect(closed).toBe(true);
  });

  it('pipelined with others is in flight no longer than its connection', async () => {
    const socket = await openSocket(service.port);
    const count = service.studio.commands().length;
    socket.write(fourSwitches('on'));
    await expect.poll(() => service.studio.commands().length - count).toBe(4);
    socket.destroy();
    await service.composed.server.whenIdle();
  });

  it('is answered after its client half-closes the connection', async () => {
    const socket = await openSocket(service.port);
    const received = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.once('close', () => {
        resolve(text);
      });
    });
    socket.end(rawRequest('GET', '/api/v2/plain/signals/sig-1/on'));
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK.*OK$/s);
  });

  it.each(['TRACE', 'PROPFIND', 'DELETE', 'OPTIONS'])(
    'with the method %s is handled like any other',
    async (method) => {
      const response = await send(service.port, rawRequest(method, '/api/v2/signals'));
      expectValid(response, 405);
      expect(response.headers['allow']).toBe('GET, HEAD');
      expect((await send(service.port, rawRequest(method, '/api/v2/attic'))).status).toBe(404);
    },
  );

  it('of OPTIONS * is handled like an unknown path', async () => {
    expectValid(await send(service.port, rawRequest('OPTIONS', '*')), 404);
    expect(service.requests()[0]).toMatchObject({ caller: 'loopback', method: 'OPTIONS', path: '*', status: 404 });
  });
});
