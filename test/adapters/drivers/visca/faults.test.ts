// Faults of a VISCA camera and of the network: nothing is sent twice, and nothing is confirmed that the camera didn't report.
import { afterEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { camera, driverBench, type DriverBench } from '../camera-bench.js';
import { cameraReaction, datagramHex, home, peerAt, silentReaction, types, type Datagram, type Peer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Driven extends DriverBench {
  readonly peer: Peer;
}

const connected = async (replies?: readonly string[]): Promise<Driven> => {
  const peer = await peerAt(cameraReaction(home, replies));
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  await bench.pass(0);
  return { ...bench, peer };
};

const recallsIn = ({ received }: Peer): readonly Datagram[] => received.filter(({ type }) => type === types.command);

const messageOf = async ({ confirmed }: SentCommand): Promise<string> => {
  const result = await confirmed;
  return E.isLeft(result) ? result.left.message : 'confirmed';
};

/** Lets time pass in long steps. */
const wait = async ({ clock }: DriverBench, ms: number): Promise<void> => {
  for (let rest = ms; rest > 0; rest -= 250) {
    await clock.advance(250);
    await settleSockets();
  }
};

const loops = Number(process.env['VISCA_RESTARTS'] ?? '5');

describe('a VISCA camera', () => {
  it.each([
    ['the acknowledgement', ['9051ff'], ['done', 'done']],
    ['the completion', ['9041ff'], ['done', 'pending']],
    ['every reply', [], ['pending', 'pending']],
  ])('whose network loses %s is sent a recall once', async (_, replies, results) => {
    const driven = await connected(replies);
    const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'wide')));
    await wait(driven, 20_000);
    expect(await commandResults(sent)).toEqual(results);
    expect(recallsIn(driven.peer)).toHaveLength(1);
    expect(driven.cameras.connected(camera)).toBe(true);
    expect(driven.cameras.angle(camera)).toBe(results[1] === 'done' ? 'wide' : null);
  });

  it('may reply twice, and refuse a doubled datagram', async () => {
    const { cameras, pass, peer } = await connected([]);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    const [recall] = recallsIn(peer);
    if (recall === undefined) expect.fail('nothing was sent');
    const replies = [types.reply, types.control, types.reply, types.reply, types.reply] as const;
    for (const [index, payload] of ['9041ff', '0f01', '9041ff', '9051ff', '9051ff'].entries())
      peer.reply(recall, replies[index] ?? types.reply, payload);
    await pass(0);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it.each([types.control, types.controlReply])('may refuse the sequence number at once (%s)', async (type) => {
    const { cameras, pass, peer } = await connected([]);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    for (const recall of recallsIn(peer)) peer.reply(recall, type, '0f01');
    await pass(0);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await messageOf(sent)).toContain('did not expect the sequence number');
  });

  it('confirms no recall by the completion of the one before', async () => {
    const { cameras, pass, peer } = await connected([]);
    const older = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    const newer = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await pass(0);
    const [first, second] = recallsIn(peer);
    if (first === undefined || second === undefined) expect.fail('two recalls were expected');
    for (const payload of ['9041ff', '9051ff']) peer.reply(first, types.reply, payload);
    await pass(0);
    expect(await messageOf(older)).toContain('another command replaced it');
    expect(await commandResults(newer)).toEqual(['pending', 'pending']);
    expect(cameras.angle(camera)).toBeNull();
    for (const payload of ['9042ff', '9052ff']) peer.reply(second, types.reply, payload);
    await pass(0);
    expect(await commandResults(newer)).toEqual(['done', 'done']);
  });

  it('that falls silent is noticed within 4 s, and reconnected within 1 s of its return', async () => {
    const driven = await connected();
    const { cameras, clock, peer, logged, untilConnected } = driven;
    peer.react(silentReaction);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    const fellSilentAtMs = clock.now();
    await untilConnected(false);
    expect(clock.now() - fellSilentAtMs).toBeLessThanOrEqual(4_000);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await messageOf(sent)).toContain('it is unknown whether it was executed');
    expect(sendError(cameras.send(commandTo.recall(camera, 'close')))).toBe('device_unavailable');
    await wait(driven, 60_000);
    peer.react(cameraReaction(home));
    const returnedAtMs = clock.now();
    await untilConnected(true);
    expect(clock.now() - returnedAtMs).toBeLessThanOrEqual(1_000);
    expect(recallsIn(peer)).toHaveLength(1);
    expect(logged).toEqual(['a connection is lost', 'a connection is back']);
    expect(clock.waiting()).toBe(1);
  });

  it(`that restarts during a recall, ${String(loops)} times, is never recalled again by itself`, async () => {
    const { port, ...first } = await peerAt(cameraReaction(home, []));
    let peer: Peer = { port, ...first };
    const driven = driverBench('visca', port);
    closing.push(driven.close, () => peer.close());
    for (let loop = 0; loop < loops; loop += 1) {
      await driven.untilConnected(true);
      const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'wide')));
      await settleSockets();
      expect(recallsIn(peer)).toHaveLength(1);
      await peer.close();
      await driven.untilConnected(false);
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      peer = await peerAt(cameraReaction(home, []), port);
      const returnedAtMs = driven.clock.now();
      await driven.untilConnected(true);
      expect(driven.clock.now() - returnedAtMs).toBeLessThanOrEqual(1_000);
      expect(recallsIn(peer)).toHaveLength(0);
      expect(driven.cameras.angle(camera)).toBeNull();
    }
  });

  it('cannot confirm a recall by a reply to the connection before', async () => {
    const { cameras, peer, pass, untilConnected } = await connected([]);
    sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    peer.react(silentReaction);
    await untilConnected(false);
    peer.react(cameraReaction(home, []));
    await untilConnected(true);
    await pass(0);
    const again = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await pass(0);
    const [before, after] = recallsIn(peer);
    if (before === undefined || after === undefined) expect.fail('two recalls were expected');
    for (const payload of ['9041ff', '9051ff'])
      peer.send(datagramHex(types.reply, after.number, payload), before.from.port);
    await pass(0);
    expect(await commandResults(again)).toEqual(['pending', 'pending']);
    for (const payload of ['9041ff', '9051ff']) peer.reply(after, types.reply, payload);
    await pass(0);
    expect(await commandResults(again)).toEqual(['done', 'done']);
  });

  it('is the only one whose replies count', async () => {
    const { cameras, peer, pass } = await connected([]);
    const stranger = await peerAt(silentReaction);
    closing.push(stranger.close);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    for (const recall of recallsIn(peer)) stranger.reply(recall, types.reply, '9051ff');
    await pass(0);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  });

  it('that is away from the start is logged once, and connected when it appears', async () => {
    const gone = await peerAt(silentReaction);
    await gone.close();
    const driven = driverBench('visca', gone.port);
    closing.push(driven.close);
    await wait(driven, 10_000);
    expect(driven.logged).toEqual(['a connection is lost']);
    const peer = await peerAt(cameraReaction(home), gone.port);
    closing.push(peer.close);
    await driven.untilConnected(true);
    expect(driven.logged).toEqual(['a connection is lost', 'a connection is back']);
  });
});
