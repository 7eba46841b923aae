// The driver and the simulated camera, each apart from the other, exchange the messages of documents and recordings.
import { describe, expect, it, onTestFinished } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { attachmentsTo } from '../../../../application/connections/attachments.js';
import { manualClock } from '../../../../simulator/clock.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { viscaFace } from '../../../../simulator/visca/face.js';
import { advanceInSteps } from '../advance-clock.js';
import { eventually } from '../../../support/eventually.js';
import { camera, layoutAt } from '../camera-bench.js';
import { openPeer, searching } from './bench.js';
import { cameraReaction, datagramHex, home, types, type Peer } from './peer.js';
import { digits, examples, recalls, refusals } from './transcripts.js';

const angles = (sent: string) => ({ wide: Number.parseInt(digits(sent).slice(10, 12), 16), close: 200, profile: 201 });

const withPresets = (presets: Readonly<Record<string, number>>, port: number) => {
  const layout = layoutAt('visca', port);
  return {
    ...layout,
    cameras: layout.cameras.map((one) => (one.id === camera ? { ...one, head: { connection: 'cam', presets } } : one)),
  };
};

describe('the driver', () => {
  const connected = async (sent: string, replies: readonly string[]) => {
    const bench = await searching(cameraReaction(home, replies.map(digits)));
    bench.current.replace(withPresets(angles(sent), bench.peer.port));
    await bench.untilConnected(true);
    return bench;
  };

  it.each(recalls)('recalls $title ($source)', async ({ sent, replies }) => {
    const { angle, recall } = await connected(sent, replies);
    const { datagram, results } = await recall('wide');
    expect([await results(), datagram.payload, angle()]).toEqual([['done', 'done'], digits(sent), 'wide']);
  });

  it.each(refusals)('reports a refusal: $title ($source)', async ({ sent, replies, message }) => {
    const { angle, recall } = await connected(sent, replies);
    const { results, sent: command } = await recall('wide');
    expect(await results()).toEqual([replies.length > 1 ? 'done' : 'device_error', 'device_error']);
    const result = await command.confirmed;
    expect(E.isLeft(result) && result.left.message).toMatch(message);
    expect(angle()).toBeNull();
  });

  it('resets the sequence number, then counts (Sony SRG-300H Technical Manual, "Message format")', async () => {
    const { peer, pass, recall } = await connected('81 01 04 3F 02 00 FF', ['90 41 FF', '90 51 FF']);
    await pass(0);
    await recall('wide');
    const sent = peer.received.map(({ type, number, payload }) => datagramHex(type, number, payload));
    expect(sent.slice(0, 4)).toEqual([
      '02000001' + '00000000' + '01',
      '01100005' + '00000001' + '81090612ff',
      '01100005' + '00000002' + '81090447ff',
      '01000007' + '00000003' + '8101043f0200ff',
    ]);
  });
});

describe('the simulated camera', () => {
  const reached = async (presets: Readonly<Record<string, number>>) => {
    const clock = manualClock();
    const studio = simulatedStudio(demoStudio, clock);
    const attachments = attachmentsTo(withPresets(presets, 1), 'cam');
    const face = viscaFace({ settings: {}, attachments, devices: studio });
    const port = await face.listen(0, '127.0.0.1');
    onTestFinished(face.close);
    onTestFinished(studio.stop);
    /** Lets time pass until a controller has received so many replies. */
    const replied = (controller: Peer, count: number): Promise<void> =>
      eventually('every reply', async () => {
        await advanceInSteps(clock, 10);
        return controller.received.length >= count;
      });
    return { clock, studio, peer: await openPeer(() => []), port, replied };
  };

  const repliesTo = (peer: Peer): readonly string[] => peer.received.map(({ payload }) => payload);

  it.each(recalls)('recalls $title ($source)', async ({ sent, replies }) => {
    const { peer, port, replied, studio } = await reached(angles(sent));
    peer.send(datagramHex(types.command, '00000001', digits(sent)), port);
    await replied(peer, replies.length);
    expect(peer.received.map(({ type, number, payload }) => `${type} ${number} ${payload}`)).toEqual([
      `${types.reply} 00000001 9041ff`,
      `${types.reply} 00000001 9051ff`,
    ]);
    expect(studio.cameras.angle(camera)).toBe('wide');
  });

  it.each(examples)('answers $title in either type of packet ($source)', async ({ sent, replies }) => {
    const { peer, port } = await reached({ wide: 0 });
    for (const [index, type] of [types.inquiry, types.command].entries())
      peer.send(datagramHex(type, `0000000${String(index)}`, digits(sent)), port);
    await eventually('both replies', () => peer.received.length > 1);
    expect(repliesTo(peer)).toEqual([...replies, ...replies].map(digits));
  });

  it('knows the numbers of each controller, also when one of them resets its own', async () => {
    const { peer, port, replied, studio } = await reached({ wide: 0 });
    const other = await openPeer(() => []);
    const recall = datagramHex(types.command, '00000007', '8101043f0200ff');
    const repliesAfter = async (controller: Peer, sent: string, count: number): Promise<readonly string[]> => {
      const before = controller.received.length;
      controller.send(sent, port);
      await replied(controller, before + count);
      return repliesTo(controller).slice(before);
    };
    for (const controller of [peer, other])
      expect(await repliesAfter(controller, recall, 2)).toEqual(['9041ff', '9051ff']);
    expect(await repliesAfter(other, datagramHex(types.control, '00000000', '01'), 1)).toEqual(['01']);
    expect(await repliesAfter(peer, recall, 1)).toEqual(['0f01']);
    expect(await repliesAfter(other, recall, 2)).toEqual(['9041ff', '9051ff']);
    expect(studio.commands()).toHaveLength(3);
  });

  it('refuses a message of another type or length ("Control command", error 02)', async () => {
    const { peer, port } = await reached({ wide: 0 });
    peer.send(datagramHex('0300', '00000001', '81090400ff'), port);
    peer.send('0110' + '0009' + '00000002' + '81090400ff', port);
    peer.send('0110', port);
    await eventually('every reply', () => peer.received.length >= 2);
    expect(peer.received.map(({ type, number, payload }) => `${type} ${number} ${payload}`)).toEqual([
      '0200 00000001 0f02',
      '0200 00000002 0f02',
    ]);
  });

  it('executes two commands at once, and no third (the same manual, "Socket number")', async () => {
    const { clock, peer, port } = await reached({ wide: 0, close: 1, profile: 2 });
    for (const [index, preset] of ['00', '01', '02'].entries())
      peer.send(datagramHex(types.command, `0000000${String(index + 1)}`, `8101043f02${preset}ff`), port);
    await advanceInSteps(clock, 200);
    await eventually('every reply', () => peer.received.length >= 5);
    const byNumber = (number: string) =>
      peer.received.filter((one) => one.number === number).map(({ payload }) => payload);
    expect(byNumber('00000003')).toEqual(['906003ff']);
    expect(byNumber('00000001')[0]).toBe('9041ff');
    expect(byNumber('00000002')).toEqual(['9042ff', '9052ff']);
  });

  it('executes commands after any number that it has refused (the same manual, "Socket number")', async () => {
    const { peer, port, replied, studio } = await reached({ wide: 0 });
    studio.setFault(camera, { type: 'refused' });
    for (const number of ['00000001', '00000002', '00000003']) {
      peer.send(datagramHex(types.command, number, '8101043f0200ff'), port);
      await replied(peer, Number(number));
    }
    studio.setFault(camera, null);
    peer.send(datagramHex(types.command, '00000004', '8101043f0200ff'), port);
    await replied(peer, 5);
    expect(repliesTo(peer)).toEqual(['906141ff', '906141ff', '906141ff', '9041ff', '9051ff']);
  });
});
