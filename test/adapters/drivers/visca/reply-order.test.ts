// Which replies of a VISCA camera count: for the recall that they answer, and as a sign that the camera is there.
import { afterEach, describe, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { camera, driverBench } from '../camera-bench.js';
import { cameraReaction, datagramHex, home, peerAt, silentReaction, types, type Datagram } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Connects to a camera that replies to no recall. `stated` is the number that it states in every reply. */
const connected = async (stated?: string) => {
  const peer = await peerAt(cameraReaction(home, []));
  if (stated !== undefined) peer.state(stated);
  const bench = driverBench('visca', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  const recall = async (angle: string) => {
    const before = peer.received.length;
    const sent = sentCommand(bench.cameras.send(commandTo.recall(camera, angle)));
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

describe.each([
  ['from the start', '00000001'],
  ['from the start', '00000000'],
  ['from the start', '00bada55'],
  ['some time later', '00000001'],
])('a camera that states in every reply, %s, the number %s', (begin, stated) => {
  const misnumbered = async () => {
    const bench = await connected(begin === 'from the start' ? stated : undefined);
    bench.peer.state(stated);
    await bench.pass(begin === 'from the start' ? 0 : 4_000);
    return bench;
  };

  it('confirms recalls, and is asked with the number 0', async () => {
    const { cameras, recall, reply } = await misnumbered();
    for (const angle of ['wide', 'close', 'wide', 'close']) {
      const { sent, datagram } = await recall(angle);
      expect(datagram.number).toBe('00000000');
      for (const payload of ['9041ff', '9051ff']) await reply(datagram, types.reply, payload);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
      expect(cameras.angle(camera)).toBe(angle);
    }
  });

  it.each([
    ['the completion of the older one', ['9041ff', '9042ff', '9051ff'], ['done', 'pending']],
    ['the completion of the newer one', ['9041ff', '9042ff', '9052ff'], ['done', 'done']],
    ['both completions', ['9041ff', '9042ff', '9051ff', '9052ff'], ['done', 'done']],
    ['a completion of either, in one socket', ['9041ff', '9041ff', '9051ff'], ['done', 'pending']],
    ['the replies to one alone', ['9041ff', '9051ff'], ['pending', 'pending']],
    ['a completion that nothing preceded', ['9051ff'], ['pending', 'pending']],
    ['the refusal of the older one', ['906041ff'], ['pending', 'pending']],
    ['the refusal of the newer one', ['9041ff', '906003ff'], ['device_error', 'device_error']],
    ['the end of the newer one', ['9041ff', '9042ff', '906204ff'], ['done', 'device_error']],
  ])('decides the newer of two recalls by %s', async (_, payloads, results) => {
    const { recall, reply } = await misnumbered();
    const { datagram } = await recall('wide');
    const { sent } = await recall('close');
    for (const payload of payloads) await reply(datagram, types.reply, payload);
    expect(await commandResults(sent)).toEqual(results);
  });

  it('confirms recalls again after replies were lost', async () => {
    const { pass, recall, reply } = await misnumbered();
    await recall('wide');
    await pass(4_000);
    const half = await recall('close');
    await reply(half.datagram, types.reply, '9041ff');
    await pass(31_000);
    const { sent, datagram } = await recall('wide');
    for (const payload of ['9041ff', '9051ff']) await reply(datagram, types.reply, payload);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

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
