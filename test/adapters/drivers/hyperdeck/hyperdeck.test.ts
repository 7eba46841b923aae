// What the driver sends to a HyperDeck, and what it makes of what a HyperDeck reports.
import { createServer } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { SendResult } from '../../../../application/ports/commands.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { commandResults, refusedBy, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { output, scene } from './bench.js';
import { block, deckPeer, greeting, timeline, type DeckPeer } from './peer.js';

const clips = [
  { number: 1, key: 'opener', name: 'Opener', media: 'opening TITLES' },
  { number: 2, key: 'weather', name: 'Weather', media: '2', loop: true },
  { number: 3, key: 'lost', name: 'Lost', media: 'lost.mov' },
] as const;

const [opener, weather, lost] = clips.map((clip): ClipSelection => ({ bank: 'news', clip }));

let peer: DeckPeer;

beforeEach(async () => {
  peer = await deckPeer(clips);
  peer.received.length = 0;
});

const send = (command: Parameters<DeckPeer['drivers']['players']['send']>[0]): SendResult =>
  peer.drivers.players.send(command);

const play = (selection: ClipSelection | undefined) =>
  send(commandTo.play(output, scene, selection ?? { bank: 'none', clip: clips[0] }));

/** Returns the timecode of a time of the timeline, at 25 frames a second. */
const timecodeAt = (ms: number): string => {
  const pad = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return `00:${pad(ms / 60_000)}:${pad((ms / 1_000) % 60)}:${pad((ms % 1_000) / 40)}`;
};

/** The deck plays a clip from a time of the timeline on, for 200 ms. */
const runFrom = async (clipId: string, fromMs: number, loop = false): Promise<void> => {
  for (let passedMs = 0; passedMs <= 200; passedMs += 40) {
    peer.transport = { status: 'play', clipId, timecode: timecodeAt(fromMs + passedMs), loop };
    await peer.pass(40);
  }
};

const playOpener = async (): Promise<void> => {
  const sent = sentCommand(play(opener));
  await runFrom('1', 0);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
  peer.received.length = 0;
};

describe('what is sent', () => {
  it('to play a clip by its name, in any capitals and without extension', async () => {
    const sent = sentCommand(play(opener));
    await runFrom('1', 0);
    expect(peer.received).toEqual(['goto: clip id: 1', 'play: single clip: true loop: false']);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(peer.scene()?.run).toMatchObject({ clip: { key: 'opener' }, durationMs: 20_000, loop: false });
  });

  it('to play a clip by its id, again and again', async () => {
    sentCommand(play(weather));
    await runFrom('2', 20_000, true);
    expect(peer.received).toEqual(['goto: clip id: 2', 'play: single clip: true loop: true']);
    expect(peer.scene()?.run).toMatchObject({ clip: { key: 'weather' }, durationMs: 60_480, loop: true });
  });

  it('to seek: a running clip goes on', async () => {
    await playOpener();
    const sent = sentCommand(send(commandTo.seek(output, scene, 10_400)));
    await runFrom('1', 10_400);
    expect(peer.received).toEqual(['goto: timecode: 00:00:10:10', 'play: single clip: true loop: false']);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('to seek in a paused clip: it stays paused', async () => {
    await playOpener();
    sentCommand(send(commandTo.pause(output, scene)));
    peer.transport = { status: 'stopped', timecode: timecodeAt(240) };
    await peer.pass(100);
    expect(peer.scene()?.run).toMatchObject({ paused: true, positionMs: 240 });
    sentCommand(send(commandTo.seek(output, scene, 5_000)));
    await peer.pass(40);
    expect(peer.received).toEqual(['stop', 'goto: timecode: 00:00:05:00']);
  });

  it('never to a deck that records: it would end the recording', async () => {
    peer.transport = { status: 'record', clipId: 'none' };
    await peer.pass(1_100);
    expect(E.isLeft(play(opener))).toBe(true);
    const sent = sentCommand(send(commandTo.stop(output, [scene])));
    await peer.pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(peer.received).toEqual([]);
  });

  it('not to cue or to take a clip', () => {
    const { players } = peer.drivers;
    const cue = commandTo.cue(output, scene, opener ?? { bank: 'none', clip: clips[0] });
    for (const command of [cue, commandTo.take(output, scene)]) expect(refusedBy(players, command)).toBe('conflict');
    expect(peer.received).toEqual([]);
  });
});

describe('a stop', () => {
  it('leaves the scene idle, which a pause does not', async () => {
    await playOpener();
    const sent = sentCommand(send(commandTo.stop(output, [scene])));
    peer.transport = { status: 'stopped', timecode: timecodeAt(240) };
    await peer.pass(100);
    expect(peer.received).toEqual(['stop']);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(peer.scene()?.run).toBeNull();
  });

  it('by a person at the deck is seen as soon as the deck reports it', async () => {
    await playOpener();
    await peer.pass(300);
    peer.transport = { status: 'stopped', timecode: timecodeAt(240) };
    peer.send(block('508 transport info', 'status: stopped'));
    await peer.pass(60);
    expect(peer.scene()?.run).toBeNull();
  });
});

describe('a paused clip after a reconnect', () => {
  it.each([
    ['is still paused where it was', 240, true],
    ['is not paused elsewhere', 8_000, false],
  ])('%s', async (_, positionMs, isPaused) => {
    await playOpener();
    sentCommand(send(commandTo.pause(output, scene)));
    peer.transport = { status: 'stopped', timecode: timecodeAt(240) };
    await peer.pass(100);
    peer.transport = { status: 'stopped', timecode: timecodeAt(positionMs) };
    peer.cut();
    await eventually('it is lost', async () => {
      await peer.pass(5);
      return !peer.drivers.players.state(output).connected;
    });
    await eventually('it is back', async () => {
      await peer.pass(5);
      return peer.drivers.players.state(output).connected;
    });
    expect(peer.scene()?.run?.paused ?? false).toBe(isPaused);
  });
});

describe('a clip that the deck refuses or lacks', () => {
  it.each([
    ['111 remote control disabled', /its remote control is disabled; switch on REM at the deck/],
    ['105 no disk', /it has no disk \(105 no disk\)$/],
    ['104 disk full', /the HyperDeck refused goto: clip id: 1: 104 disk full$/],
    ['109 out of range', /109 out of range$/],
  ])('%s', async (answer, message) => {
    peer.answer = () => `${answer}\r\n`;
    const sent = sentCommand(play(opener));
    await peer.pass(40);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await sent.confirmed).toMatchObject({ left: { message: expect.stringMatching(message) as string } });
    expect(peer.received).toEqual(['goto: clip id: 1']);
  });

  it('is found once its disk is there', async () => {
    expect(play(lost)).toMatchObject({
      left: { code: 'device_error', message: expect.stringContaining('"lost.mov"') as string },
    });
    peer.clips = [...timeline, '3: lost.mov 00:01:20:12 00:00:05:00'];
    peer.send(block('502 slot info', 'slot id: 1', 'status: mounted'));
    await peer.pass(200);
    expect(E.isRight(play(lost))).toBe(true);
  });
});

/** Opens a deck that sends the greeting, and what follows once it is asked. Returns the port. */
const deckWith = (answer: string): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write(greeting);
    socket.once('data', () => socket.write(answer));
  });
  onTestFinished(() => void server.close());
  return listenOnLoopback(server);
};

describe('the media of a deck', () => {
  const listed = async (answer: string) =>
    connectionDrivers.hyperdeck.media?.({ host: '127.0.0.1', port: await deckWith(answer) });
  const transport = block('208 transport info', 'status: stopped', 'video format: 1080p2997');

  it('are the clips of its timeline, with their lengths', async () => {
    const answer = transport + block('205 clips info', 'clip count: 2', ...timeline);
    expect(await listed(answer)).toEqual(
      E.right([
        { name: 'Opening titles.mov', durationMs: 20_020 },
        { name: 'weather.mp4', durationMs: 60_460 },
      ]),
    );
  });

  it('are none without a disk', async () => {
    expect(await listed(`${transport}105 no disk\r\n`)).toEqual(E.right([]));
  });

  it('are unknown if it refuses to list them', async () => {
    expect(await listed(`${transport}108 internal error\r\n`)).toEqual(E.left('it answered 108 internal error'));
  });
});

it('a probe names the model', async () => {
  const address = { host: '127.0.0.1', port: await deckWith('') };
  const { signal } = new AbortController();
  expect(await connectionDrivers.hyperdeck.discovery?.probe(address, { clock: peer.clock, signal })).toEqual(
    E.right({ description: 'HyperDeck Studio Mini' }),
  );
});
