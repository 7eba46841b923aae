// What the VISCA driver makes of a camera's replies: which of them confirm a recall, and which angle the camera shows then.
import { describe, expect, it } from 'vitest';
import { camera } from '../camera-bench.js';
import { connected, openPeer } from './bench.js';
import { cameraReaction, datagramHex, home, silentReaction, types, type Reported } from './peer.js';

const done = ['done', 'done'];
const pending = ['pending', 'pending'];

it.each([
  ['the acknowledgement', ['9051ff'], done],
  ['the completion', ['9041ff'], ['done', 'pending']],
  ['every reply', [], pending],
])('a recall whose network loses %s is sent once', async (_, replies, expected) => {
  const { angle, cameras, pass, peer, recall } = await connected(replies);
  const { results } = await recall('wide');
  await pass(5_000);
  expect(await results()).toEqual(expected);
  expect(peer.received.filter(({ type }) => type === types.command)).toHaveLength(1);
  expect([cameras.connected(camera), angle()]).toEqual([true, expected === done ? 'wide' : null]);
});

it('a camera may reply twice, and refuse a doubled datagram', async () => {
  const { recall, reply } = await connected([]);
  const { datagram, results } = await recall('wide');
  await reply(datagram, types.reply, '9041ff');
  await reply(datagram, types.control, '0f01');
  await reply(datagram, types.reply, '9041ff', '9051ff', '9051ff');
  expect(await results()).toEqual(done);
});

it('a reply to the connection before confirms no recall', async () => {
  const { peer, pass, recall, reply, untilConnected } = await connected([]);
  const before = await recall('wide');
  peer.react(silentReaction);
  await untilConnected(false);
  peer.react(cameraReaction(home, []));
  await untilConnected(true);
  await pass(0);
  const { datagram, results } = await recall('close');
  for (const payload of ['9041ff', '9051ff'])
    peer.send(datagramHex(types.reply, datagram.number, payload), before.datagram.from.port);
  await pass(0);
  expect(await results()).toEqual(pending);
  await reply(datagram, types.reply, '9041ff', '9051ff');
  expect(await results()).toEqual(done);
});

it('only the replies of the camera count', async () => {
  const { pass, recall } = await connected([]);
  const stranger = await openPeer(silentReaction);
  const { datagram, results } = await recall('wide');
  stranger.reply(datagram, types.reply, '9051ff');
  await pass(0);
  expect(await results()).toEqual(pending);
});

/** Recalls an angle, which one datagram answers. Returns the results of the recall, and the angle. */
const recallAnsweredBy = async (datagramOf: (number: string) => string): Promise<readonly unknown[]> => {
  const { angle, pass, peer, recall } = await connected([]);
  const { datagram, results } = await recall('wide');
  peer.send(datagramOf(datagram.number), datagram.from.port);
  await pass(0);
  return [await results(), angle()];
};

it.each([
  ['another length than the header states', (number: string) => `01110004${number}9051ff`],
  ['no payload', (number: string) => `01110000${number}`],
  ['no terminator', (number: string) => datagramHex(types.reply, number, '905100')],
  ['no address of a camera', (number: string) => datagramHex(types.reply, number, '1051ff')],
  ['another type', (number: string) => datagramHex('0112', number, '9051ff')],
  ['an unknown kind', (number: string) => datagramHex(types.reply, number, '9031ff')],
  ['an error without a code', (number: string) => datagramHex(types.reply, number, '9061ff')],
])('a datagram with the number of a recall confirms nothing if it has %s', async (_, datagramOf) => {
  expect(await recallAnsweredBy(datagramOf)).toEqual([pending, null]);
});

it.each([
  ['one packet', (number: string) => datagramHex(types.reply, number, '9041ff9051ff')],
  [
    'two packets',
    (number: string) => ['9041ff', '9051ff'].map((one) => datagramHex(types.reply, number, one)).join(''),
  ],
  ['packets that garbage follows', (number: string) => `${datagramHex(types.reply, number, '9041ff9051ff')}0111ff`],
  ['a packet from another address of a chain', (number: string) => datagramHex(types.reply, number, 'f041fff051ff')],
])('an acceptance and its completion may arrive in one datagram: %s', async (_, datagramOf) => {
  expect(await recallAnsweredBy(datagramOf)).toEqual([done, 'wide']);
});

it('a driver that is closed fails the recall that is on its way', async () => {
  const { close, recall } = await connected([]);
  const { results } = await recall('wide');
  close();
  expect(await results()).toEqual(['device_error', 'device_error']);
});

describe('the angle of a camera', () => {
  const wide: Reported = { panTilt: '0102030405060708', zoom: '01020304' };
  const unknown: Reported = { panTilt: null, zoom: null };
  /** The time within which the driver notices a movement, in milliseconds. */
  const noticedMs = 1_100;

  /** A camera that has been recalled to `wide`, and reports a position there. */
  const recalledAt = async (reported: Reported) => {
    const bench = await connected();
    const moveTo = (then: Reported): void => {
      bench.peer.react(cameraReaction(then));
    };
    moveTo(reported);
    await bench.recall('wide');
    await bench.pass(0);
    return { ...bench, moveTo };
  };

  it.each<[string, Reported, Reported, string | null]>([
    ['its pan', wide, { ...wide, panTilt: '0102040405060708' }, null],
    ['its tilt', wide, { ...wide, panTilt: '0102030405060808' }, null],
    ['its zoom', wide, { ...wide, zoom: '01020404' }, null],
    ['standby, which reports no position', wide, unknown, null],
    ['motors that settle', wide, { panTilt: '0102030905060708', zoom: '01020305' }, 'wide'],
    [
      'motors that settle across the middle',
      { ...wide, panTilt: '0f0f0f0d0f0f0f0e' },
      { ...wide, panTilt: '0000000100000002' },
      'wide',
    ],
    [
      'a pan of five digits that settles',
      { ...wide, panTilt: '000f0f0f0f00000000' },
      { ...wide, panTilt: '010000000000000000' },
      'wide',
    ],
    [
      'a pan of five digits',
      { ...wide, panTilt: '000f0f0f0f00000000' },
      { ...wide, panTilt: '010f0f0f0f00000000' },
      null,
    ],
  ])('follows %s, and is known again when the camera is back', async (_, before, moved, expected) => {
    const { angle, moveTo, pass } = await recalledAt(before);
    moveTo(moved);
    await pass(noticedMs);
    expect(angle()).toBe(expected);
    moveTo(before);
    await pass(noticedMs);
    expect(angle()).toBe('wide');
  });

  it.each<[string, Reported, Reported, string | null]>([
    ['is kept if the camera is where it was', wide, wide, 'wide'],
    ['is unknown if the camera was moved', wide, home, null],
    ['is unknown if the camera reports no positions', unknown, unknown, null],
  ])('after a lost connection %s', async (_, before, after, expected) => {
    const { angle, cameras, moveTo, pass, peer, untilConnected } = await recalledAt(before);
    const shown: (string | null)[] = [];
    cameras.watch(() => shown.push(cameras.connected(camera) ? angle() : null));
    peer.react(silentReaction);
    await untilConnected(false);
    moveTo(after);
    await untilConnected(true);
    await pass(0);
    expect(angle()).toBe(expected);
    expect(new Set(shown)).toEqual(new Set([null, expected]));
  });

  it.each([
    ['no data', '9050ff'],
    ['bytes that are no digits', '905011223344556677ff'],
    ['three digits', '9050010203ff'],
    ['ten digits', '905000000000000000000000ff'],
  ])('is unknown from the acceptance of a recall on, if a position has %s', async (_, answer) => {
    const { angle, peer, recall } = await connected();
    const answering = (replies?: readonly string[]): void => {
      const healthy = cameraReaction(home, replies);
      peer.react((datagram) => (datagram.type === types.inquiry ? [[types.reply, answer]] : healthy(datagram)));
    };
    answering();
    await recall('wide');
    expect(angle()).toBe('wide');
    answering(['9041ff']);
    await recall('close');
    expect(angle()).toBeNull();
  });
});
