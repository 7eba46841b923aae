// Passwords in files: each attempt to connect reads them again, and a connection that a reload removes meanwhile is not opened.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { manualClock } from '../../../simulator/clock.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { silent } from '../../../features/support/silent-log.js';
import { settleSockets } from './advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { layoutWith, openDrivers, type BenchOptions } from './bench.js';
import { describedLine } from './mqtt/lines.js';
import { obsOptions } from './obs/bench.js';
import { lineOf } from './shared/templates/templates.js';

const signal = 'sig-1';
const credentials = { username: 'studio', passwordFile: '/password' };

const equipment: readonly (readonly [string, BenchOptions])[] = [
  ['obs', { ...obsOptions, settings: { ...obsOptions.settings, passwordFile: '/password' } }],
  ['mqtt', { settings: credentials, lines: { [signal]: describedLine('relay') } }],
  ['http', { settings: credentials, lines: { [signal]: lineOf('http', 1) } }],
  ['panasonic', { settings: credentials, heads: { 'cam-1': { presets: { wide: 0, close: 1, profile: 7 } } } }],
];

const closing = closedAfterEach();

/** Returns the port of equipment that accepts connections, and the addresses at which these arrived. */
const acceptingEquipment = async () => {
  const sockets: Socket[] = [];
  const reached: (string | undefined)[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    reached.push(socket.localAddress);
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, reached };
};

it.each(equipment)('a removed connection is not opened once its password is known: %s', async (protocol, options) => {
  const { port, reached } = await acceptingEquipment();
  const clock = manualClock();
  const { promise, resolve } = Promise.withResolvers<string>();
  let isRead = false;
  const removed = openDrivers(layoutWith(protocol, { host: '127.0.0.1', port }, options), clock, silent, () => {
    isRead = true;
    return promise;
  });
  await eventually('the password is read', () => isRead);
  removed.close();
  resolve('secret');
  // Whatever the removed connection opened would arrive before this one.
  closing.push(openDrivers(layoutWith(protocol, { host: '127.0.0.2', port }, options), clock).close);
  await eventually('another connection is open', async () => {
    await clock.advance(10);
    await settleSockets();
    return reached.includes('127.0.0.2');
  });
  expect(reached).not.toContain('127.0.0.1');
});

it.each(equipment)(
  'a password that can not be read is read again until it can, however often: %s',
  async (protocol, options) => {
    const { port, reached } = await acceptingEquipment();
    const clock = manualClock();
    let reads = 0;
    const readSecret = (): Promise<string> => {
      reads += 1;
      return reads < 4 ? Promise.reject(new Error('it is missing')) : Promise.resolve('secret');
    };
    closing.push(
      openDrivers(layoutWith(protocol, { host: '127.0.0.1', port }, options), clock, silent, readSecret).close,
    );
    await eventually('the connection is open', async () => {
      await clock.advance(100);
      await settleSockets();
      return reached.length > 0;
    });
    expect(reads).toBeGreaterThanOrEqual(4);
  },
);

it.each<readonly [string, object, readonly string[]]>([
  ['obs', {}, ['/password']],
  ['mqtt', { tls: { caFile: '/ca' } }, ['/ca', '/password']],
  ['panasonic', {}, ['/password']],
])('each attempt reads the secrets of the connection again: %s', async (protocol, settings, files) => {
  const server = createServer((socket) => void socket.on('error', () => undefined).destroy());
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  const read: string[] = [];
  const readSecret = (path: string): Promise<string> => {
    read.push(path);
    return Promise.resolve('');
  };
  const options = new Map(equipment).get(protocol) ?? {};
  const layout = layoutWith(protocol, { ...settings, host: '127.0.0.1', port }, options);
  closing.push(() => void server.close(), openDrivers(layout, clock, silent, readSecret).close);
  await eventually('three attempts', async () => {
    await clock.advance(100);
    await settleSockets();
    return read.length >= 3 * files.length;
  });
  expect(read.slice(0, 3 * files.length)).toEqual([...files, ...files, ...files]);
});
