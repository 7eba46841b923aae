// How the VISCA driver looks for a camera that doesn't answer.
import { afterEach, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench } from '../camera-bench.js';
import { cameraReaction, home, peerAt, silentReaction, types, type Datagram } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const reset = ({ type, number, payload }: Datagram): boolean =>
  type === types.control && number === '00000000' && payload === '01';

it('every search begins with a reset, and its inquiry has the number 1', async () => {
  const peer = await peerAt(silentReaction);
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await expect
    .poll(async () => {
      await bench.clock.advance(500);
      await settleSockets();
      return peer.received.length;
    })
    .toBeGreaterThanOrEqual(6);
  const searches = peer.received.slice(0, 6);
  expect(searches.map(reset)).toEqual([true, false, true, false, true, false]);
  expect(searches.filter((one) => !reset(one)).map(({ type, number }) => [type, number])).toEqual(
    Array.from({ length: 3 }, () => [types.inquiry, '00000001']),
  );
});

it('after ten searches another socket is used, on which the numbers begin anew', async () => {
  const peer = await peerAt(silentReaction);
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  const ports = (): number => new Set(peer.received.map(({ from }) => from.port)).size;
  await expect
    .poll(async () => {
      await bench.clock.advance(500);
      await settleSockets();
      return ports();
    })
    .toBe(2);
  const [first] = peer.received;
  expect(
    peer.received.filter(({ type, from }) => type === types.control && from.port === first?.from.port),
  ).toHaveLength(10);
  peer.react(cameraReaction(home));
  await bench.untilConnected(true);
  const last = peer.received.filter(({ from }) => from.port !== first?.from.port);
  expect(last[0] && reset(last[0])).toBe(true);
  expect(bench.logged).toEqual(['a connection is lost', 'a connection is back']);
});

it('each socket is used for ten searches, also the second one', async () => {
  const peer = await peerAt(silentReaction);
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  const bySocket = () => Map.groupBy(peer.received.filter(reset), ({ from }) => from.port);
  await eventually('the third socket', async () => {
    await bench.clock.advance(500);
    await settleSockets();
    return bySocket().size === 3;
  });
  expect([...bySocket().values()].slice(0, 2).map(({ length }) => length)).toEqual([10, 10]);
});

it('a driver that is closed while it resolves the name of its camera sends nothing', async () => {
  const peer = await peerAt(cameraReaction(home));
  driverBench('visca', peer.port).close();
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  expect(new Set(peer.received.map(({ from }) => from.port)).size).toBe(1);
});

it('a camera may reply from any address of a chain', async () => {
  const first = cameraReaction(home);
  const peer = await peerAt((datagram) =>
    first(datagram).map(([type, payload]) => [type, payload.replace(/^90/, 'f0')] as const),
  );
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  const sent = sentCommand(bench.cameras.send(commandTo.recall(camera, 'wide')));
  await bench.pass(0);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});

it('a camera that replies is asked once a second, without another reset, and stays connected', async () => {
  const peer = await peerAt(cameraReaction(home));
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  const resets = peer.received.filter(reset).length;
  const before = peer.received.length;
  await bench.pass(6_000);
  expect(peer.received.filter(reset)).toHaveLength(resets);
  const inquiries = peer.received.slice(before).filter(({ payload }) => payload === '81090612ff').length;
  expect(inquiries).toBeGreaterThanOrEqual(5);
  expect(inquiries).toBeLessThanOrEqual(7);
  expect(bench.logged).toEqual([]);
});
