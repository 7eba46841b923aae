// How the VISCA driver looks for a camera, and how it keeps the connection.
import { expect, it } from 'vitest';
import { settleSockets } from '../advance-clock.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench } from '../camera-bench.js';
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
