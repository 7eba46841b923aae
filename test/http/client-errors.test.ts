// Requests that are broken, too long, or in another protocol: each gets one proper answer, and a line in the log.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { token } from '../domain/fixtures.js';
import { startService, type TestService } from './service.js';
import { ask, converse, dial, request, type WireAnswer } from './wire.js';

let on: TestService;
beforeAll(async () => {
  on = await startService();
});
afterAll(() => on.close());

const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const signals = '/api/v2/plain/signals';

const expectProper = (answer: WireAnswer | undefined, status: number): void => {
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject(everyAnswer);
};

describe('a request of another protocol', () => {
  it('is answered 426 and told which protocol is spoken', async () => {
    const upgrade = request('GET', signals, ['Connection: Upgrade', 'Upgrade: websocket']);
    const { answers, closed } = await converse(on.port, upgrade, 2_500);
    expect(closed).toBe(true);
    expect(answers).toHaveLength(1);
    expectProper(answers[0], 426);
    expect(answers[0]?.headers).toMatchObject({ upgrade: 'HTTP/1.1', connection: 'close' });
    expect(answers[0]?.body).toBe('ERR invalid_parameter');
    expect(on.requests()[0]).toMatchObject({ caller: null, method: 'GET', path: signals, status: 426 });
  });

  it('leaves no socket behind, 5,000 times', async () => {
    const upgrade = request('GET', signals, ['Connection: Upgrade', 'Upgrade: websocket']);
    for (let round = 0; round < 10; round += 1) {
      const heard = await Promise.all(Array.from({ length: 500 }, () => converse(on.port, upgrade, 5_000)));
      expect(new Set(heard.map(({ answers }) => answers[0]?.status))).toEqual(new Set([426]));
    }
    const open = () =>
      new Promise((resolve) => {
        on.service.server.node.getConnections((_error, count) => {
          resolve(count);
        });
      });
    for (let waited = 0; waited < 20 && (await open()) !== 0; waited += 1) await delay(100);
    expect(await open()).toBe(0);
  });

  it('is served all the same when it merely offers h2c', async () => {
    const offers = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
    expectProper(await ask(on.port, request('GET', signals, offers)), 200);
  });

  it('is refused as a tunnel', async () => {
    expectProper(await ask(on.port, request('CONNECT', 'example.org:443')), 400);
  });
});

describe('what is too long', () => {
  it.each([
    ['a target, on the plain face', `${signals}?x=${'a'.repeat(9_000)}`, [], 414, 'ERR invalid_parameter'],
    ['a target beyond all measure', `${signals}?x=${'a'.repeat(40_000)}`, [], 414, undefined],
    ['a head', signals, [`X: ${'a'.repeat(40_000)}`], 431, 'ERR invalid_parameter'],
    ['an announced body', signals, ['Content-Length: 99999999999'], 413, 'ERR invalid_parameter'],
    [
      'an announced body that waits to be invited',
      signals,
      ['Expect: 100-continue', 'Content-Length: 2000000'],
      413,
      undefined,
    ],
  ] as const)('%s is refused', async (_what, target, headers, status, body) => {
    const answer = await ask(on.port, request('POST', target, headers));
    expectProper(answer, status);
    if (body !== undefined) expect(answer.body).toBe(body);
    expect(on.requests()[0]).toMatchObject({ caller: null, status, error: 'invalid_parameter' });
  });

  it('is a body without an end, too', async () => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    const answer = await ask(
      on.port,
      request('POST', '/api/v2/signals/sig-1/on', ['Transfer-Encoding: chunked'], chunk.repeat(20)),
    );
    expectProper(answer, 413);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: 'invalid_parameter' });
  });

  it('counts headers by their length alone', async () => {
    const many = Array.from({ length: 2_200 }, () => 'a:');
    const answer = await ask(on.port, request('GET', signals, [...many, 'X-Forwarded-For: 10.0.0.1']));
    expectProper(answer, 401);
  });

  it('tells nothing of a token that was cut', async () => {
    await ask(on.port, request('GET', `${signals}?token=${token(1)}&x=${'a'.repeat(40_000)}`));
    await ask(on.port, request('GET', signals, [`Authorization: Bearer ${token(1)}`, `X: ${'a'.repeat(40_000)}`]));
    expect(JSON.stringify([on.requests(), on.log.lines])).not.toContain(token(1).slice(4, 12));
  });
});

describe('what is broken', () => {
  const broken: readonly (readonly [string, string])[] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', request('BREW', signals)],
    ['a method in small letters', request('get', signals)],
    ['a target with a blank', request('GET', '/api/v2 /signals')],
    ['another version', 'GET /api/v2/signals HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['1.1 without Host', `GET ${signals} HTTP/1.1\r\n\r\n`],
    ['two Hosts', request('GET', signals, ['host: other'])],
    ['a header without a name', request('GET', signals, [': x'])],
    ['a header with a NUL', request('GET', signals, ['X: a\0b'])],
    ['a folded header name', request('GET', signals, ['X : a'])],
    ['two lengths', request('POST', signals, ['Content-Length: 3', 'Content-Length: 4'], 'abcd')],
    ['a signed length', request('POST', signals, ['Content-Length: +3'], 'abc')],
    ['a negative length', request('POST', signals, ['Content-Length: -3'], 'abc')],
    ['a length in hexadecimal', request('POST', signals, ['Content-Length: 0x3'], 'abc')],
    ['a length and chunks', request('POST', signals, ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['chunks and a length', request('POST', signals, ['Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n')],
    ['chunks that are not the last', request('POST', signals, ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n')],
    ['chunks by another name', request('POST', signals, ['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
    [
      'chunks twice',
      request('POST', signals, ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
    ],
    ['a chunk of no length', request('POST', signals, ['Transfer-Encoding: chunked'], 'zz\r\n\r\n')],
    ['a bare CR in the head', request('GET', signals, ['X: a\rGET /smuggled HTTP/1.1'])],
  ];

  it.each(broken)('%s is refused with 400', async (_what, octets) => {
    const { answers, closed } = await converse(on.port, octets, 2_500);
    expect(answers).toHaveLength(1);
    expectProper(answers[0], 400);
    expect(closed).toBe(true);
    expect(on.requests()[0]).toMatchObject({ caller: null, status: 400, error: 'invalid_parameter' });
  });

  it('is told by the face of its path', async () => {
    expect((await ask(on.port, request('BREW', signals))).body).toBe('ERR invalid_parameter');
    expect((await ask(on.port, request('BREW', '/status'))).body).toBe('Bad Request');
    expect(JSON.parse((await ask(on.port, request('BREW', '/api/v2/signals'))).body)).toMatchObject({ ok: false });
    expect(on.requests()[0]).toMatchObject({ method: 'BREW', path: '/api/v2/signals' });
  });

  it('has no other expectation fulfilled', async () => {
    expectProper(await ask(on.port, request('GET', signals, ['Expect: a miracle'])), 417);
  });
});

describe('what is unusual, and right', () => {
  it.each([
    ['HTTP/1.0 without Host', `GET ${signals} HTTP/1.0\r\n\r\n`],
    ['lines before the request', `\r\n\r\n${request('GET', signals)}`],
    ['a target with its host', request('GET', `http://127.0.0.1${signals}`)],
    ['a body on GET', request('GET', signals, ['Content-Length: 2'], '{}')],
    ['a chunked body on GET', request('GET', signals, ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n')],
    ['parameters named as what every object has', request('GET', `${signals}?__proto__=1&constructor=2&toString=3`)],
    ['headers named as what every object has', request('GET', signals, ['__proto__: 1', 'constructor: 2'])],
    ['unknown parameters twice, and as lists', request('GET', `${signals}?a=1&a=2&b[]=1&b[x]=2`)],
  ])('%s is served', async (_what, octets) => {
    const answer = await ask(on.port, octets);
    expectProper(answer, 200);
    expect(answer.body).toBe('4');
  });

  it.each(['a b', 'x/api/v2/plain/signals/sig-1/on?', '[', 'x#', '@', 'x:99999999', '%zz', ''])(
    'leads nowhere else with Host %j',
    async (host) => {
      const answer = await ask(on.port, `GET ${signals} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expectProper(answer, 200);
      expect(answer.body).toBe('4');
    },
  );

  it('is a body that waits to be invited', async () => {
    const socket = await dial(on.port);
    socket.write(request('POST', '/api/v2/plain/signals/sig-1/off', ['Expect: 100-continue', 'Content-Length: 2']));
    const heard: string[] = [];
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk.toString());
      if (heard.length === 1) socket.write('{}');
    });
    await delay(300);
    socket.destroy();
    expect(heard[0]).toMatch(/^HTTP\/1\.1 100 Continue/);
    expect(heard[1]).toMatch(/^HTTP\/1\.1 200 OK.*OK$/s);
  });

  it('is many requests at once, answered in their order', async () => {
    const paths = ['/api/v2/plain/signals/sig-1/on', signals, '/api/v2/plain/attic', '/api/v2/plain/health'];
    const { answers } = await converse(on.port, paths.map((path) => request('GET', path)).join(''));
    expect(answers.map(({ body }) => body)).toEqual(['OK', '4', 'ERR not_found', 'OK']);
  });

  it('is a caller that says it has nothing more to say', async () => {
    const socket = await dial(on.port);
    const heard = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.once('close', () => {
        resolve(text);
      });
    });
    socket.end(request('GET', '/api/v2/plain/signals/sig-1/on'));
    expect(await heard).toMatch(/^HTTP\/1\.1 200 OK.*OK$/s);
  });

  it.each(['TRACE', 'PROPFIND', 'DELETE', 'OPTIONS'])('%s is a method like any other', async (method) => {
    const answer = await ask(on.port, request(method, '/api/v2/signals'));
    expectProper(answer, 405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
    expect((await ask(on.port, request(method, '/api/v2/attic'))).status).toBe(404);
  });

  it('is OPTIONS of no path at all', async () => {
    expectProper(await ask(on.port, request('OPTIONS', '*')), 404);
    expect(on.requests()[0]).toMatchObject({ caller: 'loopback', method: 'OPTIONS', path: '*', status: 404 });
  });

  it.each([
    '/api/v2/plain/signals?x=%zz',
    '/api/v2/plain/signals?x=%00',
    '/api/v2/plain/%',
    '/api/v2/plain/signals/%C3',
  ])('%s is refused as what it is', async (target) => {
    const answer = await ask(on.port, request('GET', target));
    expectProper(answer, 400);
    expect(answer.body).toBe('ERR invalid_parameter');
  });

  it('takes a parameter only once', async () => {
    const play = '/api/v2/outputs/main/clips/3/play?timeout=500&timeout=600';
    expect(JSON.parse((await ask(on.port, request('GET', play))).body)).toMatchObject({ error: 'invalid_parameter' });
  });
});
