// The VISCA driver under test, with a scripted camera. Both are closed with the test.
import { expect, onTestFinished } from 'vitest';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { camera, driverBench, type DriverBench } from '../camera-bench.js';
import { cameraReaction, home, peerAt, types, type Datagram, type Peer, type Reaction } from './peer.js';
import { commandTo } from '../../../support/commands.js';

/** Opens a scripted camera or controller. */
export const openPeer = async (...[reaction, port]: Parameters<typeof peerAt>): Promise<Peer> => {
  const peer = await peerAt(reaction, port);
  onTestFinished(peer.close);
  return peer;
};

/** A recall that was sent, what the camera received of it, and its results. */
interface SentRecall {
  readonly sent: SentCommand;
  readonly datagram: Datagram;
  readonly results: () => Promise<readonly string[]>;
}

/** A driver, and its camera. */
interface ViscaBench extends DriverBench {
  readonly peer: Peer;
  readonly recall: (angle: string) => Promise<SentRecall>;
  /** Lets the camera reply with the number of a datagram. */
  readonly reply: (to: Datagram, type: string, ...payloads: readonly string[]) => Promise<void>;
  readonly angle: () => string | null;
}

/** Opens a camera, and the driver that looks for it. */
export const searching = async (reaction: Reaction): Promise<ViscaBench> => {
  const peer = await openPeer(reaction);
  const bench = driverBench('visca', peer.port);
  onTestFinished(bench.close);
  const recall = async (angle: string): Promise<SentRecall> => {
    const before = peer.received.length;
    const sent = sentCommand(bench.cameras.send(commandTo.recall(camera, angle)));
    await bench.pass(0);
    const datagram = peer.received.slice(before).find(({ type }) => type === types.command);
    if (datagram === undefined) expect.fail('nothing was sent');
    return { sent, datagram, results: () => commandResults(sent) };
  };
  const reply = async (to: Datagram, type: string, ...payloads: readonly string[]): Promise<void> => {
    for (const payload of payloads) peer.reply(to, type, payload);
    await bench.pass(0);
  };
  return { ...bench, peer, recall, reply, angle: () => bench.cameras.angle(camera) };
};

/** Opens a camera that replies to recalls with these payloads, and the driver that is connected to it. */
export const connected = async (replies?: readonly string[]): Promise<ViscaBench> => {
  const bench = await searching(cameraReaction(home, replies));
  await bench.untilConnected(true);
  await bench.pass(0);
  return bench;
};
