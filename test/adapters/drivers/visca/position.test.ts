// The angle that a VISCA camera shows, when others move the camera.
import { afterEach, describe, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { camera, driverBench, type DriverBench } from '../camera-bench.js';
import { cameraReaction, home, peerAt, silentReaction, types, type Peer, type Reported } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Driven extends DriverBench {
  readonly peer: Peer;
  /** Recalls an angle of a camera that reports this position then. */
  readonly recallAt: (angle: string, reported: Reported) => Promise<void>;
}

const connected = async (reported: Reported = home): Promise<Driven> => {
  const peer = await peerAt(cameraReaction(reported));
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  return {
    ...bench,
    peer,
    recallAt: async (angle, then) => {
      peer.react(cameraReaction(then));
      const sent = sentCommand(bench.cameras.send(commandTo.recall(camera, angle)));
      await bench.pass(0);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
      await bench.pass(0);
    },
  };
};

const wide: Reported = { panTilt: '0102030405060708', zoom: '01020304' };
/** The time within which the driver notices a movement, in milliseconds. */
const noticedMs = 1_100;

describe('the angle of a camera', () => {
  it.each<[string, Reported]>([
    ['pan', { ...wide, panTilt: '0102040405060708' }],
    ['tilt', { ...wide, panTilt: '0102030405060808' }],
    ['zoom', { ...wide, zoom: '01020404' }],
    ['standby, which reports no position', { panTilt: null, zoom: null }],
  ])(
    'is unknown after a movement by another controller, and known again when the camera is back: %s',
    async (_, moved) => {
      const { cameras, pass, peer, recallAt } = await connected();
      await recallAt('wide', wide);
      const seen: (string | null)[] = [];
      cameras.watch(() => seen.push(cameras.angle(camera)));
      peer.react(cameraReaction(moved));
      await pass(noticedMs);
      expect(cameras.angle(camera)).toBeNull();
      peer.react(cameraReaction(wide));
      await pass(noticedMs);
      expect(cameras.angle(camera)).toBe('wide');
      expect(seen).toEqual([null, 'wide']);
    },
  );

  it.each<[string, Reported, Reported]>([
    ['a few steps', wide, { panTilt: '0102030905060708', zoom: '01020305' }],
    [
      'a few steps across the middle',
      { ...wide, panTilt: '0f0f0f0d0f0f0f0e' },
      { ...wide, panTilt: '0000000100000002' },
    ],
  ])('stays as it is when motors settle: %s', async (_, before, settled) => {
    const { cameras, pass, peer, recallAt } = await connected();
    await recallAt('wide', before);
    peer.react(cameraReaction(settled));
    await pass(noticedMs);
    expect(cameras.angle(camera)).toBe('wide');
  });

  it('is compared for pans of five digits too', async () => {
    const { cameras, pass, peer, recallAt } = await connected();
    await recallAt('wide', { ...wide, panTilt: '000f0f0f0f00000000' });
    peer.react(cameraReaction({ ...wide, panTilt: '010000000000000000' }));
    await pass(noticedMs);
    expect(cameras.angle(camera)).toBe('wide');
    peer.react(cameraReaction({ ...wide, panTilt: '010f0f0f0f00000000' }));
    await pass(noticedMs);
    expect(cameras.angle(camera)).toBeNull();
  });

  it('is unknown while another recall replaces one whose position is not known yet', async () => {
    const { cameras, pass, peer } = await connected();
    const slow = cameraReaction({ panTilt: null, zoom: null });
    peer.react((datagram) => (datagram.type === types.inquiry ? [] : slow(datagram)));
    sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    expect(cameras.angle(camera)).toBe('wide');
    peer.react(silentReaction);
    const lost = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    expect(cameras.angle(camera)).toBeNull();
    peer.react(cameraReaction(wide, []));
    await pass(noticedMs);
    expect(await commandResults(lost)).toEqual(['pending', 'pending']);
    expect(cameras.angle(camera)).toBeNull();
  });

  it('is unknown from the acknowledgement on, if the camera reports no positions', async () => {
    const fixed: Reported = { panTilt: null, zoom: '00000000' };
    const { cameras, pass, peer, recallAt } = await connected(fixed);
    await recallAt('wide', fixed);
    await pass(noticedMs * 3);
    expect(cameras.angle(camera)).toBe('wide');
    peer.react(cameraReaction(fixed, ['9041ff']));
    sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await pass(0);
    expect(cameras.angle(camera)).toBeNull();
  });

  it.each<[string, Reported, Reported, string | null]>([
    ['is kept if the camera is where it was', wide, wide, 'wide'],
    ['is unknown if the camera was moved', wide, home, null],
    [
      'is unknown if the camera reports no positions',
      { panTilt: null, zoom: null },
      { panTilt: null, zoom: null },
      null,
    ],
  ])('after a lost connection %s', async (_, before, after, angle) => {
    const { cameras, peer, recallAt, untilConnected, pass } = await connected(before);
    await recallAt('wide', before);
    const shown: (string | null)[] = [];
    cameras.watch(() => shown.push(cameras.connected(camera) ? cameras.angle(camera) : null));
    peer.react(silentReaction);
    await untilConnected(false);
    peer.react(cameraReaction(after));
    await untilConnected(true);
    await pass(0);
    expect(cameras.angle(camera)).toBe(angle);
    expect(new Set(shown)).toEqual(new Set([null, angle]));
  });

  it('is unknown after a lost connection, if the position of the recall was never reported', async () => {
    const { cameras, pass, peer, untilConnected } = await connected();
    const healthy = cameraReaction(wide);
    peer.react((datagram) => (datagram.type === types.inquiry ? [] : healthy(datagram)));
    sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    expect(cameras.angle(camera)).toBe('wide');
    await untilConnected(false);
    peer.react(cameraReaction(home));
    await untilConnected(true);
    await pass(noticedMs * 2);
    expect(cameras.angle(camera)).toBeNull();
  });

  it('is the one of the new studio file', async () => {
    const { cameras, current, recallAt, peer } = await connected();
    await recallAt('wide', wide);
    const renamed = current.layout.cameras.map((one) =>
      one.id === camera ? { ...one, head: { connection: 'cam', presets: { profile: 0, wide: 3, close: 4 } } } : one,
    );
    const sockets = new Set(peer.received.map(({ from }) => from.port));
    current.replace({ ...current.layout, cameras: renamed });
    expect(cameras.angle(camera)).toBe('profile');
    await recallAt('close', wide);
    expect(peer.received.findLast(({ type }) => type === types.command)?.payload).toBe('8101043f0204ff');
    expect(new Set(peer.received.map(({ from }) => from.port))).toEqual(sockets);
  });
});
