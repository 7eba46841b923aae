// Secrets whose file changes while a device refuses them, or can't be reached: each attempt reads them again.
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { settleSockets } from '../playout/advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { layoutWith, openDrivers, type BenchOptions } from './bench.js';
import { describedLine } from './mqtt/lines.js';
import { obsOptions } from './obs/bench.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

const tls = { caFile: '/ca' };
const secrets = { username: 'studio', passwordFile: '/password' };

const equipment: readonly (readonly [string, BenchOptions, readonly string[]])[] = [
  ['obs', { ...obsOptions, settings: { ...obsOptions.settings, passwordFile: '/password' } }, ['/password']],
  ['mqtt', { settings: { ...secrets, tls }, lines: { 'sig-1': describedLine('relay') } }, ['/ca', '/password']],
];

it.each(equipment)('each attempt reads the secrets of the connection again: %s', async (protocol, options, files) => {
  const server = createServer((socket) => void socket.on('error', () => undefined).destroy());
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  const read: string[] = [];
  const readSecret = (path: string): Promise<string> => {
    read.push(path);
    return Promise.resolve('');
  };
  const layout = layoutWith(protocol, { host: '127.0.0.1', port }, options);
  closing.push(() => void server.close(), openDrivers(layout, clock, silent, readSecret).close);
  await eventually('three attempts', async () => {
    await clock.advance(100);
    await settleSockets();
    return read.length >= 3 * files.length;
  });
  expect(read.slice(0, 3 * files.length)).toEqual([...files, ...files, ...files]);
});
