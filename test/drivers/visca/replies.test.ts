// Which replies of a VISCA camera count: for the recall that they answer, and as a sign that the camera is there.
import { afterEach, describe, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { camera, driverBench } from '../camera-bench.js';
import { cameraReaction, datagramHex, home, peerAt, silentReaction, types, type Datagram } from './peer.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Connects to a camera that replies to no recall. */
const connected = async () => {
  const peer = await peerAt(cameraReaction(home, []));
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  const recall = async (angle: string) => {
    const before = peer.received.length;
    const sent = sentCommand(bench.cameras.recall(camera, angle));
    await bench.pass(0);
    const datagram = peer.received.slice(before).find(({ type }) => type === types.command);
    if (datagram === undefined) expect.fail('nothing was sent');
    return { sent, datagram };
  };
  const reply = async (to: Datagram, type: string, payload: string): Promise<void> => {
    peer.reply(to, type, payload);
    await bench.pass(0);
  };
  return { ...bench, peer, recall, reply };
};

const refused = '0f01';

describe('a refused sequence number', () => {
  it.each([types.control, types.controlReply])('fails its own recall, of either type (%s)', async (type) => {
    const { recall, reply } = await connected();
    const { sent, datagram } = await recall('wide');
    await reply({ ...datagram, number: '00ffffff' }, type, refused);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    await reply(datagram, type, refused);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
  });

  it('of a copy does not fail a recall that was accepted', async () => {
    const { recall, reply } = await connected();
    const { sent, datagram } = await recall('wide');
    await reply(datagram, types.reply, '9041ff');
    await reply(datagram, types.controlReply, refused);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await reply(datagram, types.reply, '9051ff');
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

it.each([
  ['one packet', (number: string) => datagramHex(types.reply, number, '9041ff9051ff')],
  [
    'two packets',
    (number: string) => ['9041ff', '9051ff'].map((one) => datagramHex(types.reply, number, one)).join(''),
  ],
  ['packets that garbage follows', (number: string) => `${datagramHex(types.reply, number, '9041ff9051ff')}0111ff`],
])('an acceptance and its completion may arrive in one datagram: %s', async (_, datagramOf) => {
  const { cameras, pass, peer, recall } = await connected();
  const { sent, datagram } = await recall('wide');
  peer.send(datagramOf(datagram.number), datagram.from.port);
  await pass(0);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
  expect(cameras.angle(camera)).toBe('wide');
});

it('the completion of a recall does not confirm the one that replaced it', async () => {
  const { cameras, recall, reply } = await connected();
  const [older, newer] = [await recall('wide'), await recall('close')];
  for (const payload of ['9041ff', '9051ff']) await reply(older.datagram, types.reply, payload);
  expect(await commandResults(newer.sent)).toEqual(['pending', 'pending']);
  expect(cameras.angle(camera)).toBeNull();
});

describe('a camera whose replies can not be read', () => {
  it('is lost within 4 s, and its recall with it', async () => {
    const { cameras, clock, logged, reasons, peer, recall, untilConnected } = await connected();
    peer.react(({ type }) => (type === types.inquiry ? [[types.reply, '9031ff']] : []));
    const { sent } = await recall('wide');
    const fromMs = clock.now();
    await untilConnected(false);
    expect(clock.now() - fromMs).toBeLessThanOrEqual(4_000);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect([cameras.angle(camera), logged, reasons]).toEqual([null, ['a connection is lost'], ['it does not reply']]);
  });
});

it('a driver that is closed fails the recall that is on its way', async () => {
  const { close, peer, recall } = await connected();
  peer.react(silentReaction);
  const { sent } = await recall('wide');
  close();
  expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
});
