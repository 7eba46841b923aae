// Requests as bytes: well-framed ones, each of which must be answered, and wild ones, after which anything may follow.
import { rawRequest } from '../../adapters/http/raw-client.js';
import { token } from '../../domain/fixtures.js';
import { mutated, type Corpus } from '../mutations.js';
import type { RandomSource } from '../random-source.js';
import { targetOf } from './targets.js';

/** A request whose end a server can find. */
export interface FramedRequest {
  readonly method: string;
  /** Its bytes, as latin1. */
  readonly bytes: string;
}

const methods: readonly string[] = [
  ...Array.from({ length: 8 }, () => 'GET'),
  ...['POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'M-SEARCH'],
];

const addresses = [
  '10.0.0.1',
  '8.8.8.8',
  '::1',
  '127.0.0.1',
  'unknown',
  '"[2001:db8::1]:99"',
  'fe80::1%eth0',
  '999.1.1.1',
  '',
];

const headerValues: Readonly<Record<string, readonly string[]>> = {
  Authorization: [
    `Bearer ${token(1)}`,
    ...['Bearer', 'Bearer  x', 'Basic', 'Basic RVhURVJOQUxfQVBQOng=', 'Basic =', 'Basic //79', 'Digest x', '\xff'],
  ],
  'X-Forwarded-For': addresses,
  Forwarded: addresses.map((address) => `for=${address}`),
  Via: ['1.1 proxy'],
  'X-Real-IP': addresses,
  Origin: ['null', 'http://127.0.0.1', 'https://evil.example', 'x', 'http://[', ''],
  Referer: ['http://127.0.0.1/', 'https://evil.example/a', '\xe9'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none', 'x'],
  'Sec-Fetch-Mode': ['navigate', 'cors'],
  'User-Agent': ['Mozilla/5.0 (X11) Chrome/140', 'got', ''],
  Accept: ['*/*', 'text/event-stream', 'application/json;q=0', ',,,;;;'],
  'Accept-Encoding': ['gzip', 'gzip;q=0', 'br, *;q=0.1', 'identity;q=x', ',,'],
  'Access-Control-Request-Method': ['GET', 'POST', ''],
  'Access-Control-Request-Private-Network': ['true'],
  'If-None-Match': ['*', '"1"', 'W/"x"', '"'],
  'Idempotency-Key': ['k', 'x'.repeat(64), 'x'.repeat(65), '\xe9', ''],
  'Last-Event-ID': ['x-1', '', '-', '99999999999'],
  'Content-Type': ['application/json', 'text/plain', 'application/json; charset=utf-99', ''],
  Cookie: ['a=b; token=x', '=;=;', '__Host-session=1'],
  Range: ['bytes=0-0', 'bytes=-1', 'x'],
  Expect: ['100-continue', '200-ok'],
  TE: ['trailers', 'x'],
  'X-Long': ['x'.repeat(3_000)],
  constructor: ['x'],
  __proto__x: ['x'],
};

const headerNames = Object.keys(headerValues);

const headerOf = (random: RandomSource): string => {
  const name = random.oneOf(headerNames);
  return `${random.oneIn(6) ? name.toUpperCase() : name}: ${random.oneOf(headerValues[name] ?? [''])}`;
};

/** Two of these headers would not be one request. */
const withoutRepeats = (headers: readonly string[]): readonly string[] => [
  ...new Map(headers.map((header) => [header.split(':', 1)[0]?.toLowerCase(), header])).values(),
];

const contents: readonly string[] = ['{}', '{"a":1}', '[', 'x', '\0\xff', 'GET / HTTP/1.1\r\n\r\n', 'x'.repeat(5_000)];

const chunkOf = (random: RandomSource): string => {
  const content = random.oneOf(contents);
  const size = content.length.toString(16);
  const written = random.oneIn(4) ? `000${size.toUpperCase()}` : size;
  return `${written}${random.oneIn(5) ? ';name=value' : ''}\r\n${content}\r\n`;
};

/** The headers of a body, and the body. */
const bodyOf = (random: RandomSource): readonly [headers: readonly string[], body: string] => {
  const content = random.oneOf(contents);
  if (random.oneIn(6)) return [[`Content-Length: ${String(content.length)}`], content];
  if (!random.oneIn(8)) return [[], ''];
  const trailer = random.oneIn(4) ? 'X-Trailer: x\r\n' : '';
  return [['Transfer-Encoding: chunked'], `${random.several(4, () => chunkOf(random)).join('')}0\r\n${trailer}\r\n`];
};

/** Returns a request with hostile contents in valid framing. It doesn't end its connection. */
export const framedRequest = (random: RandomSource): FramedRequest => {
  const method = random.oneOf(methods);
  const [framing, body] = bodyOf(random);
  const headers = withoutRepeats(random.several(random.oneIn(2) ? 1 : 6, () => headerOf(random)));
  return { method, bytes: rawRequest(method, targetOf(random), [...headers, ...framing], body) };
};

/** Requests that are invalid, ambiguous, of another protocol, or end their connection. */
const unframed: readonly string[] = [
  rawRequest('CONNECT', 'example.org:443'),
  rawRequest('OPTIONS', '*', ['Origin: null']),
  rawRequest('GET', '/', ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x']),
  rawRequest('GET', '/', ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']),
  rawRequest('GET', '/api/v2/requests', ['Expect: 100-continue', 'Content-Length: 99'], 'x'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Content-Length: 1', 'Content-Length: 2'], 'xx'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Content-Length: 2000000'], 'x'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Content-Length: +1'], 'x'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\nx\r\n'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Transfer-Encoding: chunked'], '-1\r\nx\r\n0\r\n\r\n'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'),
  rawRequest('POST', '/api/v2/signals/sig-1/on', ['Transfer-Encoding: xchunked'], '2\r\n{}\r\n0\r\n\r\n'),
  rawRequest('GET', '/status', ['Host: other', 'Connection: close']),
  rawRequest('GET', '/status', ['X-Folded: a\r\n b', 'Connection: close']),
  rawRequest('GET', '/status', [`X-Long: ${'x'.repeat(20_000)}`]),
  rawRequest('GET', `/${'x'.repeat(9_000)}`),
  rawRequest('GET', `/?${'a=b&'.repeat(1_900)}`, ['Connection: close']),
  'GET /status HTTP/1.0\r\n\r\n',
  'GET /status\r\n',
  'GET /status HTTP/2.0\r\nHost: x\r\n\r\n',
  'GET  /status HTTP/1.1\r\nHost : x\r\n\r\n',
  'GET /status HTTP/1.1\nHost: x\n\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x12\x04\0\0\0\0\0',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
];

const corpus: Corpus = {
  samples: [
    ...unframed,
    rawRequest('GET', '/api/v2/plain/signals/sig-1/on?timeout=200', ['X-Forwarded-For: 10.0.0.1']),
    rawRequest('POST', '/api/v2/outputs/main/clips/3/play?bank=news&timeout=200', ['Content-Length: 2'], '{}'),
    rawRequest('GET', `/api/v2/variables/Headline/value?token=${token(1)}`, ['Connection: close']),
    rawRequest('POST', '/api/v2/plain/macros/mac-1/run', ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  ],
  fragments: [
    ...[
      '\r\n\r\n',
      ':',
      '?',
      '=',
      '%',
      '%00',
      '%zz',
      '%2f..%2f',
      '//',
      '/../',
      '[]',
      '[__proto__]',
      '__proto__=1',
      ';a=b',
    ],
    ...[
      'HTTP/0.9',
      'HTTP/2.0',
      'Host: a, b\r\n',
      'Content-Length: 18446744073709551616\r\n',
      '0\r\n\r\n',
      'GET / HTTP/1.1',
    ],
    ...[
      'Transfer-Encoding: gzip\r\n',
      'Content-Length: 0\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Connection: close\r\n',
    ],
    ...['x'.repeat(20_000), '../'.repeat(200), '%25'.repeat(500), 'a[0]'.repeat(100)],
  ],
};

/** Returns bytes that may be no request, several, or one without an end, as latin1. */
export const wildRequest = (random: RandomSource): string => {
  if (random.oneIn(4)) return random.oneOf(unframed);
  const sample = random.oneIn(2) ? random.oneOf(corpus.samples) : framedRequest(random).bytes;
  return mutated(sample, random, corpus);
};
