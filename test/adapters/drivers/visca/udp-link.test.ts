// How the VISCA driver looks for a camera, and how it keeps the connection.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { passUntil, settleSockets } from '../advance-clock.js';
import { layoutWith, openDrivers } from '../bench.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench, presets } from '../camera-bench.js';
import { commandTo } from '../../../support/commands.js';
import { connected, openPeer, searching } from './bench.js';
import { cameraReaction, home, silentReaction, types, type Datagram } from './peer.js';

const isReset = ({ type, number, payload }: Datagram): boolean =>
  type === types.control && number === '00000000' && payload === '01';

it('every search begins with a reset, ten searches use a socket, and the next one counts anew', async () => {
  const { clock, logged, peer, untilConnected } = await searching(silentReaction);
  const bySocket = () => [...Map.groupBy(peer.received, ({ from }) => from.port).values()];
  await eventually('the third socket', async () => {
    await clock.advance(500);
    await settleSockets();
    return bySocket().length === 3;
  });
  const search = [`${types.control} 00000000`, `${types.inquiry} 00000001`];
  for (const received of bySocket().slice(0, 2)) {
    expect(received.map(({ type, number }) => `${type} ${number}`)).toEqual(Array(10).fill(search).flat());
    expect(received.filter(isReset)).toHaveLength(10);
  }
  peer.react(cameraReaction(home));
  await untilConnected(true);
  expect(bySocket().at(-1)?.slice(0, 2).map(isReset)).toEqual([true, false]);
  expect(logged).toEqual(['a connection is lost', 'a connection is back']);
});

it('a driver that is closed while it resolves the name of its camera sends nothing', async () => {
  const peer = await openPeer(cameraReaction(home));
  driverBench('visca', peer.port).close();
  const bench = driverBench('visca', peer.port);
  await bench.untilConnected(true);
  bench.close();
  expect(new Set(peer.received.map(({ from }) => from.port)).size).toBe(1);
});

it('a gateway without the header of VISCA over IP may divide replies among datagrams', async () => {
  const gateway = createSocket('udp4');
  const received: string[] = [];
  const answers: Readonly<Record<string, readonly string[]>> = {
    '81090612ff': ['9050', '0000000000000000ff'],
    '81090447ff': ['90500000', '0000ff'],
    '8101043f0201ff': ['90', '41ff9051', 'ff'],
  };
  gateway.on('message', (message, { port }) => {
    const asked = message.toString('hex');
    received.push(asked);
    for (const hex of answers[asked] ?? []) gateway.send(Buffer.from(hex, 'hex'), port, '127.0.0.1');
  });
  gateway.bind(0, '127.0.0.1');
  await once(gateway, 'listening');
  const address = { host: '127.0.0.1', port: gateway.address().port, transport: 'udp-raw' };
  const { drivers, clock, close } = openDrivers(layoutWith('visca', address, { heads: { [camera]: { presets } } }));
  onTestFinished(() => {
    close();
    gateway.close();
  });
  await passUntil(clock, () => drivers.cameras.connected(camera));
  drivers.cameras.send(commandTo.recall(camera, 'close'));
  await passUntil(clock, () => drivers.cameras.angle(camera) === 'close');
  expect(new Set(received)).toEqual(new Set(Object.keys(answers)));
});

it('a camera that replies is asked once a second, without another reset, and stays connected', async () => {
  const { logged, pass, peer } = await connected();
  const before = peer.received.length;
  await pass(6_000);
  const received = peer.received.slice(before);
  expect(received.filter(isReset)).toEqual([]);
  const inquiries = received.filter(({ payload }) => payload === '81090612ff').length;
  expect(inquiries).toBeGreaterThanOrEqual(5);
  expect(inquiries).toBeLessThanOrEqual(7);
  expect(logged).toEqual([]);
});

it('a camera whose replies can not be read is lost within 4 s, and its recall with it', async () => {
  const { angle, cameras, clock, logged, peer, reasons, recall, untilConnected } = await connected([]);
  peer.react(({ type }) => (type === types.inquiry ? [[types.reply, '9031ff']] : []));
  const { results } = await recall('wide');
  const fromMs = clock.now();
  await untilConnected(false);
  expect(clock.now() - fromMs).toBeLessThanOrEqual(4_000);
  expect(await results()).toEqual(['device_error', 'device_error']);
  expect([angle(), logged, reasons]).toEqual([null, ['a connection is lost'], ['it does not reply']]);
  peer.react(cameraReaction(home));
  const returnedAtMs = clock.now();
  await untilConnected(true);
  expect(clock.now() - returnedAtMs).toBeLessThanOrEqual(1_000);
  expect([cameras.connected(camera), clock.waiting()]).toEqual([true, 1]);
});
