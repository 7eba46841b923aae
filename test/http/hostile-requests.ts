// Generates hostile requests: valid requests with mutated bytes, reproducible from a seed.
import { seededRandom } from '../../simulator/random.js';
import { token } from '../domain/fixtures.js';
import { rawRequest } from './raw-client.js';

const validRequests: readonly string[] = [
  rawRequest('GET', '/api/v2/signals'),
  rawRequest('GET', '/api/v2/plain/signals/sig-1/on?timeout=200', ['X-Forwarded-For: 10.0.0.1']),
  rawRequest('POST', '/api/v2/outputs/main/clips/3/play?bank=news&timeout=200', ['Content-Length: 2'], '{}'),
  rawRequest('GET', `/api/v2/variables/Headline/value?token=${token(1)}`, ['Connection: close']),
  rawRequest('GET', '/status', [`Authorization: Basic RVhURVJOQUxfQVBQOng=`]),
  rawRequest('POST', '/api/v2/plain/macros/mac-1/run', ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  rawRequest('HEAD', '/api/v2/plain/studio'),
  rawRequest('OPTIONS', '*', ['Origin: null', 'Access-Control-Request-Method: GET']),
  rawRequest('GET', 'http://127.0.0.1/api/v2/cameras/cam-1/angles', [`Authorization: Bearer ${token(1)}`]),
  rawRequest('GET', '/api/v2/requests', ['Expect: 100-continue', 'Content-Length: 1'], 'x'),
  rawRequest('GET', '/', ['Upgrade: websocket', 'Connection: Upgrade']),
];

const fragments: readonly string[] = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\0',
    '\t',
    ' ',
    ':',
    '?',
    '&',
    '=',
    '%',
    '%00',
    '%zz',
    '%2f..%2f',
    '\x7f',
    '\xff',
  ],
  ...['//', '/../', '[]', '[__proto__]', '__proto__=1', 'constructor', 'HTTP/0.9', 'HTTP/2.0', 'Host: a, b\r\n'],
  ...['Content-Length: 18446744073709551616\r\n', 'Transfer-Encoding: gzip\r\n', 'Content-Length: 0\r\n', ';a=b', '*'],
  ...['x'.repeat(20_000), '9'.repeat(400), '../'.repeat(200), '%25'.repeat(500), 'a[0]'.repeat(100)],
];

/** A reproducible source of random numbers. */
export interface RandomSource {
  /** Returns an integer from 0 to `limit` - 1. */
  readonly below: (limit: number) => number;
}

/** Creates the source of a seed. */
export const randomSource = (seed: number): RandomSource => {
  const random = seededRandom(seed);
  return { below: (limit) => random.between(0, Math.max(0, limit - 1)) };
};

type Mutation = (text: string, random: RandomSource) => string;

const oneOf = ({ below }: RandomSource, choices: readonly string[]): string => choices[below(choices.length)] ?? '';

const splice = (text: string, at: number, removed: number, inserted: string): string =>
  text.slice(0, at) + inserted + text.slice(at + removed);

const mutations: readonly Mutation[] = [
  (text, { below }) => splice(text, below(text.length), 1, String.fromCharCode(below(256))),
  (text, { below }) => splice(text, below(text.length), 1 + below(8), ''),
  (text, random) => splice(text, random.below(text.length), 0, oneOf(random, fragments)),
  (text, { below }) => text.slice(0, below(text.length)),
  (text, { below }) => splice(text, below(text.length), 0, text.slice(below(text.length)).slice(0, 64)),
  (text, random) => text + oneOf(random, validRequests),
];

/** Returns a valid request with one to six mutations. */
export const hostileRequest = (random: RandomSource): string => {
  let text = oneOf(random, validRequests);
  for (let left = 1 + random.below(6); left > 0; left -= 1)
    text = mutations[random.below(mutations.length)]?.(text || ' ', random) ?? text;
  return text;
};
