// Targets of requests: the service's own paths with valid and hostile values, in every form and encoding.
import { routeTable } from '../../../adapters/http/control/route-table.js';
import type { RandomSource } from '../random-source.js';

/** The paths of all routes that end: a stream would keep the responses of later requests waiting. */
const paths: readonly string[] = routeTable
  .filter(({ format }) => !format.opensStreams)
  .flatMap(({ format, operations }) => operations.map(({ path }) => format.prefix + path || '/'));

/** Calls that succeed, so that the requests also meet a studio that acts. */
const acceptedPaths: readonly string[] = [
  'signals/sig-1/on',
  'signals/red-light/toggle',
  'signals/sig-2/pulse',
  'macros/mac-1/run',
  'macros/mac-1/stop',
  'outputs/main/clips/3/play',
  'outputs/wall/stop',
  'cameras/cam-1/angles/wide/recall',
  'banks/music/activate',
  'variables/Headline/value',
  'studio/onair',
  'stations/alpha/take',
  'actions',
  'requests',
  'state',
  'metrics',
].flatMap((path) => [`/api/v2/${path}`, `/api/v2/plain/${path}`, `/api/${path}`]);

const values: readonly string[] = [
  'sig-1',
  'red-light',
  'mac-1',
  'auto-1',
  'cam-1',
  'wide',
  'main',
  'wall',
  'news',
  '3',
  'opener',
  'alpha',
  'SIG-1',
  'sig%2d1',
  '%73ig-1',
  '0',
  '-1',
  '1e3',
  '00000003',
  '99999999999999999999',
  'GuestCount',
  'Headline',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%0d%0aX:y',
  '%2f',
  '%2e%2e',
  '..',
  '.',
  '%',
  '%zz',
  '%c0%af',
  '%ff',
  '%ed%a0%80',
  '%f0%9f%8e%ac',
  '*',
  ':id',
  '{id}',
  ';x=y',
  '%25%32%66',
  '$',
  '~',
  '|',
  '"',
  '<b>',
  'x'.repeat(90),
  'x'.repeat(1_100),
  '%41'.repeat(300),
  '9'.repeat(300),
  '../'.repeat(60),
];

const names: readonly string[] = [
  'token',
  'timeout',
  'wait',
  'station',
  'scene',
  'bank',
  'ms',
  'value',
  'key',
  'types',
  'since',
  'confirm',
  'records',
  'limit',
  'TOKEN',
  '%74oken',
  'token[]',
  'token[x]',
  'a[b][c]',
  '__proto__[x]',
  'constructor',
  '',
  '[',
];

const queryValues: readonly string[] = [
  ...values,
  '200',
  '1',
  'off',
  'true',
  'svc_x',
  '+',
  '%20',
  '=',
  '==',
  '%26',
  'full',
  'left',
  'accepted',
  'signal,output',
];

/** Prefixes of targets in absolute form, whose authority replaces `Host`. */
const authorities: readonly string[] = [
  'http://127.0.0.1',
  'http://localhost:1',
  'https://studio.example',
  'http://[::1]',
  'http://user:secret@10.0.0.1',
  'HTTP://X',
  'http://a:99999',
  'http://xn--ls8h',
  'http://127.0.0.1.',
  'https://[::ffff:1.2.3.4]:443',
];

const percentEncoded = (text: string, { oneIn }: RandomSource): string =>
  text.replace(/[a-z0-9]/g, (letter) => (oneIn(4) ? `%${letter.charCodeAt(0).toString(16)}` : letter));

const pathOf = (random: RandomSource): string => {
  if (random.oneIn(3)) return random.oneOf(acceptedPaths);
  const path = random.oneOf(paths).replace(/:\w+/g, () => random.oneOf(values));
  if (random.oneIn(8)) return percentEncoded(path, random);
  return random.oneIn(20) ? path.replaceAll('/', '//') : path;
};

const queryOf = (random: RandomSource): string => {
  const pairs = random.several(random.oneIn(2) ? 0 : 4, () => `${random.oneOf(names)}=${random.oneOf(queryValues)}`);
  return pairs.length === 0 ? '' : `?${pairs.join(random.oneIn(10) ? ';' : '&')}`;
};

/** Returns a target in origin form or absolute form, without a byte that ends it. It opens no stream. */
export const targetOf = (random: RandomSource): string =>
  (random.oneIn(12) ? random.oneOf(authorities) : '') + pathOf(random) + queryOf(random);
