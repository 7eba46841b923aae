// Hostile requests: right ones with wrong octets, made from a seed, so that a run can be had again.
import { seededRandom } from '../../simulator/random.js';
import { token } from '../domain/fixtures.js';
import { request } from './wire.js';

const right: readonly string[] = [
  request('GET', '/api/v2/signals'),
  request('GET', '/api/v2/plain/signals/sig-1/on?timeout=200', ['X-Forwarded-For: 10.0.0.1']),
  request('POST', '/api/v2/outputs/main/clips/3/play?bank=news&timeout=200', ['Content-Length: 2'], '{}'),
  request('GET', `/api/v2/variables/Headline/value?token=${token(1)}`, ['Connection: close']),
  request('GET', '/status', [`Authorization: Basic RVhURVJOQUxfQVBQOng=`]),
  request('POST', '/api/v2/plain/macros/mac-1/run', ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  request('HEAD', '/api/v2/plain/studio'),
  request('OPTIONS', '*', ['Origin: null', 'Access-Control-Request-Method: GET']),
  request('GET', 'http://127.0.0.1/api/v2/cameras/cam-1/angles', [`Authorization: Bearer ${token(1)}`]),
  request('GET', '/api/v2/requests', ['Expect: 100-continue', 'Content-Length: 1'], 'x'),
  request('GET', '/', ['Upgrade: websocket', 'Connection: Upgrade']),
];

const pieces: readonly string[] = [
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

/** Chance that can be had again. */
export interface Dice {
  /** A whole number from 0 to below `sides`. */
  readonly roll: (sides: number) => number;
}

/** Chance out of a seed. */
export const dice = (seed: number): Dice => {
  const random = seededRandom(seed);
  return { roll: (sides) => random.between(0, Math.max(0, sides - 1)) };
};

type Mutation = (text: string, dice: Dice) => string;

const oneOf = ({ roll }: Dice, choices: readonly string[]): string => choices[roll(choices.length)] ?? '';

const splice = (text: string, at: number, removed: number, put: string): string =>
  text.slice(0, at) + put + text.slice(at + removed);

const mutations: readonly Mutation[] = [
  (text, { roll }) => splice(text, roll(text.length), 1, String.fromCharCode(roll(256))),
  (text, { roll }) => splice(text, roll(text.length), 1 + roll(8), ''),
  (text, chance) => splice(text, chance.roll(text.length), 0, oneOf(chance, pieces)),
  (text, { roll }) => text.slice(0, roll(text.length)),
  (text, { roll }) => splice(text, roll(text.length), 0, text.slice(roll(text.length)).slice(0, 64)),
  (text, chance) => text + oneOf(chance, right),
];

/** A right request with one to six things wrong with it. */
export const mutant = (chance: Dice): string => {
  let text = oneOf(chance, right);
  for (let left = 1 + chance.roll(6); left > 0; left -= 1)
    text = mutations[chance.roll(mutations.length)]?.(text || ' ', chance) ?? text;
  return text;
};
