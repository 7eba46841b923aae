// Malformed and hostile datagrams: they crash neither the driver nor the simulated camera, and confirm nothing.
import { afterEach, describe, expect, it } from 'vitest';
import { attachmentsTo } from '../../../../application/connections/attachments.js';
import { manualClock } from '../../../../simulator/clock.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { seededRandom } from '../../../../simulator/random.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { viscaFace } from '../../../../simulator/visca/face.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench, layoutAt } from '../camera-bench.js';
import { cameraReaction, datagramHex, home, peerAt, types, type Reaction } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const count = Number(process.env['VISCA_DATAGRAMS'] ?? '1000');
const seed = Number(process.env['VISCA_SEED'] ?? '1');

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const random = seededRandom(seed);
const below = (limit: number): number => random.between(0, limit - 1);
const bytes = (length: number): string =>
  Array.from({ length }, () => below(256).toString(16).padStart(2, '0')).join('');

const pieces = ['90', '41', '51', '50', '60', '02', 'ff', '0f', '01', '81', '3f', '04'];
const known = Object.values(types);

/** A sequence number that nothing was sent with. */
const unused = (): string => `f${bytes(4).slice(1)}`;

/** A payload made of the pieces of real ones. */
const payload = (): string => Array.from({ length: below(20) }, () => pieces[below(pieces.length)] ?? '').join('');

const hostile = (): string => {
  const kind = below(4);
  if (kind === 0) return bytes(below(40));
  if (kind === 1) return bytes(below(3_000));
  const datagram = datagramHex(known[below(known.length)] ?? '', unused(), payload());
  return kind === 2 ? datagram : datagram.slice(0, 2 * below(datagram.length / 2 + 1));
};

describe(`${String(count)} hostile datagrams`, () => {
  it('neither crash the driver nor confirm a recall', { timeout: 600_000 }, async () => {
    const peer = await peerAt(cameraReaction(home, []));
    const { cameras, clock, close, untilConnected } = driverBench('visca', peer.port);
    closing.push(peer.close, close);
    await untilConnected(true);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await settleSockets();
    const recall = peer.received.find(({ type }) => type === types.command);
    if (recall === undefined) expect.fail('nothing was sent');
    for (let index = 0; index < count; index += 1) {
      peer.send(hostile(), recall.from.port);
      if (index % 50 === 0) await settleSockets();
    }
    await settleSockets();
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    expect(cameras.angle(camera)).toBeNull();
    expect(cameras.connected(camera)).toBe(true);
    expect(clock.waiting()).toBe(1);
    for (const reply of ['9041ff', '9051ff']) peer.reply(recall, types.reply, reply);
    await settleSockets();
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it.each([
    ['another length than the header states', (number: string) => `01110004${number}9051ff`],
    ['no payload', (number: string) => `01110000${number}`],
    ['no terminator', (number: string) => datagramHex(types.reply, number, '905100')],
    ['no address of a camera', (number: string) => datagramHex(types.reply, number, '1051ff')],
    ['another type', (number: string) => datagramHex('0112', number, '9051ff')],
    ['an unknown kind', (number: string) => datagramHex(types.reply, number, '9031ff')],
    ['an error without a code', (number: string) => datagramHex(types.reply, number, '9061ff')],
  ])('with the number of a recall confirm nothing: %s', async (_, datagramOf) => {
    const peer = await peerAt(cameraReaction(home, []));
    const { cameras, close, pass, untilConnected } = driverBench('visca', peer.port);
    closing.push(peer.close, close);
    await untilConnected(true);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    for (const { type, number, from } of peer.received)
      if (type === types.command) peer.send(datagramOf(number), from.port);
    await pass(0);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    expect(cameras.angle(camera)).toBeNull();
  });

  it.each([
    ['no data', '9050ff'],
    ['bytes that are no digits', '905011223344556677ff'],
    ['three digits', '9050010203ff'],
    ['ten digits', '905000000000000000000000ff'],
  ])('do not count as a position: %s', async (_, answer) => {
    const camerasAnswer = (replies: readonly string[]): Reaction => {
      const healthy = cameraReaction(home, replies);
      return (datagram) => (datagram.type === types.inquiry ? [[types.reply, answer]] : healthy(datagram));
    };
    const peer = await peerAt(camerasAnswer(['9041ff', '9051ff']));
    const { cameras, close, pass, untilConnected } = driverBench('visca', peer.port);
    closing.push(peer.close, close);
    await untilConnected(true);
    sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await pass(0);
    expect(cameras.angle(camera)).toBe('wide');
    peer.react(camerasAnswer(['9041ff']));
    sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await pass(0);
    expect(cameras.angle(camera)).toBeNull();
  });

  it('do not crash the simulated camera', { timeout: 600_000 }, async () => {
    const clock = manualClock();
    const studio = simulatedStudio(demoStudio, clock);
    const face = viscaFace({ settings: {}, attachments: attachmentsTo(layoutAt('visca', 1), 'cam'), devices: studio });
    const port = await face.listen(0, '127.0.0.1');
    const peer = await peerAt(() => []);
    closing.push(peer.close, face.close, studio.stop);
    for (let index = 0; index < count; index += 1) {
      peer.send(hostile(), port);
      if (index % 50 === 0) await settleSockets();
    }
    peer.send(datagramHex(types.inquiry, '00000001', '81090400ff'), port);
    await eventually('the answer', () => peer.received.some(({ payload: reply }) => reply === '905002ff'));
    expect(studio.commands()).toEqual([]);
  });
});
