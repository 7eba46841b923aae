// Which replies of a VISCA camera answer a recall, also of cameras that do not repeat its number.
import { describe, expect, it } from 'vitest';
import { ReplyOrder } from '../../../../adapters/drivers/visca/reply-order.js';
import { connected, searching } from './bench.js';
import { cameraReaction, home, types } from './peer.js';

describe.each([
  ['from the start', '00000001'],
  ['from the start', '00000000'],
  ['from the start', '00bada55'],
  ['some time later', '00000001'],
])('a camera that states in every reply, %s, the number %s', (begin, stated) => {
  const misnumbered = async () => {
    const bench = await searching(cameraReaction(home, []));
    if (begin === 'from the start') bench.peer.state(stated);
    await bench.untilConnected(true);
    bench.peer.state(stated);
    await bench.pass(begin === 'from the start' ? 0 : 4_000);
    return bench;
  };

  it('confirms recalls, and is asked with the number 0', async () => {
    const { angle, recall, reply } = await misnumbered();
    for (const recalled of ['wide', 'close', 'wide', 'close']) {
      const { datagram, results } = await recall(recalled);
      expect(datagram.number).toBe('00000000');
      await reply(datagram, types.reply, '9041ff', '9051ff');
      expect([await results(), angle()]).toEqual([['done', 'done'], recalled]);
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
  ])('decides the newer of two recalls by %s', async (_, payloads, expected) => {
    const { recall, reply } = await misnumbered();
    const { datagram } = await recall('wide');
    const { results } = await recall('close');
    for (const payload of payloads) await reply(datagram, types.reply, payload);
    expect(await results()).toEqual(expected);
  });

  it('confirms recalls again after replies were lost', async () => {
    const { pass, recall, reply } = await misnumbered();
    await recall('wide');
    await pass(4_000);
    const half = await recall('close');
    await reply(half.datagram, types.reply, '9041ff');
    await pass(31_000);
    const { datagram, results } = await recall('wide');
    await reply(datagram, types.reply, '9041ff', '9051ff');
    expect(await results()).toEqual(['done', 'done']);
  });
});

it('a camera that states 1 in every reply, and knows no inquiry for its position, confirms recalls after some seconds', async () => {
  const { pass, peer, recall, reply, untilConnected } = await searching(
    cameraReaction({ panTilt: null, zoom: null }, []),
  );
  peer.state('00000001');
  await untilConnected(true);
  await pass(4_000);
  const { datagram, results } = await recall('close');
  await reply(datagram, types.reply, '9041ff', '9051ff');
  expect([datagram.number, await results()]).toEqual(['00000000', ['done', 'done']]);
});

it('the late refusals of recalls do not show that a camera has numbers of its own', () => {
  let now = 0;
  const order = new ReplyOrder(() => now, true);
  for (let sequence = 1; sequence <= 11; sequence += 2) {
    order.send('command', sequence);
    order.send('panTilt', sequence + 1);
    now += 4_000;
    order.answered(sequence, { type: 'error', code: 0x41, socket: 1 });
    order.answered(sequence + 1, { type: 'answer', data: new Uint8Array(8) });
  }
  expect(order.isNumbered).toBe(true);
});

it.each([types.control, types.controlReply])('a refused sequence number fails its own recall (%s)', async (type) => {
  const { recall, reply } = await connected([]);
  const { datagram, results } = await recall('wide');
  await reply({ ...datagram, number: '00ffffff' }, type, '0f01');
  expect(await results()).toEqual(['pending', 'pending']);
  await reply(datagram, type, '0f01');
  expect(await results()).toEqual(['device_error', 'device_error']);
});

it('the completion of a recall does not confirm the one that replaced it', async () => {
  const { angle, recall, reply } = await connected([]);
  const [older, newer] = [await recall('wide'), await recall('close')];
  await reply(older.datagram, types.reply, '9041ff', '9051ff');
  expect([await newer.results(), angle()]).toEqual([['pending', 'pending'], null]);
});

it('an answer with the number of a command shows that the camera has numbers of its own only while that is one of the last 16', () => {
  const isNumbered = (packetsSince: number): boolean => {
    const order = new ReplyOrder(() => 0, true);
    order.send('command', 1);
    for (let sent = 1; sent <= packetsSince; sent += 1) order.send('panTilt', 1 + sent);
    order.answered(1, { type: 'answer', data: new Uint8Array(8) });
    return order.isNumbered;
  };
  expect([1, 15, 16, 1_000].map(isNumbered)).toEqual([false, false, true, true]);
});
