// What a scene showed before a command for another clip, until the command ends.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { withHeldClips } from '../../../application/commands/held-clips.js';
import type { CommandResult, SendResult } from '../../../application/ports/commands.js';
import type { Players, SceneState } from '../../../application/ports/players.js';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import { failure } from '../../../domain/failure.js';
import { startedClip } from '../../../domain/studio/clip-time.js';
import { outputTally } from '../../../domain/studio/tally.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { commandTo } from '../../support/commands.js';

const selection = (key: string) => ({ bank: 'news', clip: { number: 1, key, name: key } });
const idle: SceneState = { id: 'full', run: null, cued: null, graphicShown: false };
const runOf = (key: string) => ({ ...selection(key), ...startedClip(0, { loop: false, durationMs: null }) });
const refused = E.left(failure('device_error', 'refused'));

let clock: ManualClock;
/** What the player reports. */
let scene: SceneState;
let results: ((result: CommandResult) => void)[];
let sending: () => SendResult;
let players: Players;
let changes: number;

const sent = (): SendResult => {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  results.push(resolve);
  return E.right({ accepted: promise, confirmed: promise });
};

const tally = () => outputTally(true, players.state('main'));

beforeEach(() => {
  clock = manualClock();
  results = [];
  changes = 0;
  scene = { ...idle, run: runOf('a') };
  sending = sent;
  const { players: unconnected } = unconnectedDrivers({ layout: { outputs: [] } });
  const send = (): SendResult => sending();
  const state = () => ({ connected: true, scenes: [scene] });
  players = withHeldClips({ ...unconnected, send, state }, clock);
  players.watch(() => (changes += 1));
});

describe('@TALLY-12: a clip that a command replaces', () => {
  it('counts until the command fails, and its end is reported', async () => {
    players.send(commandTo.play('main', 'full', selection('b')));
    scene = idle;
    expect(tally()).toBe('program');
    results[0]?.(refused);
    await clock.advance(0);
    expect([tally(), changes, clock.waiting()]).toEqual(['off', 1, 0]);
  });

  it('counts for 5 s if the command is never confirmed', async () => {
    players.send(commandTo.play('main', 'full', selection('b')));
    scene = idle;
    await clock.advance(4_999);
    expect([tally(), changes]).toEqual(['program', 0]);
    await clock.advance(1);
    expect([tally(), changes]).toEqual(['off', 1]);
  });

  it('counts until the newest of several commands ends', async () => {
    players.send(commandTo.play('main', 'full', selection('b')));
    scene = idle;
    players.send(commandTo.play('main', 'full', selection('c')));
    results[0]?.(refused);
    await clock.advance(0);
    expect(tally()).toBe('program');
    results[1]?.(refused);
    await clock.advance(0);
    expect([tally(), clock.waiting()]).toEqual(['off', 0]);
  });

  it('does not count if the command was not sent', () => {
    sending = () => refused;
    players.send(commandTo.play('main', 'full', selection('b')));
    scene = idle;
    expect(tally()).toBe('off');
  });

  it('still counts as cued while two commands follow each other', async () => {
    scene = { ...idle, cued: selection('b') };
    players.send(commandTo.take('main', 'full'));
    scene = idle;
    players.send(commandTo.play('main', 'full', selection('c')));
    results[0]?.(refused);
    await clock.advance(0);
    expect(tally()).toBe('preview');
  });

  it('is not held for the same scene of another output, nor once another clip runs', () => {
    players.send(commandTo.play('main', 'full', selection('b')));
    scene = idle;
    expect(outputTally(true, players.state('wall'))).toBe('off');
    scene = { ...idle, run: runOf('b') };
    expect(players.state('main').scenes).toEqual([scene]);
  });

  it('counts as cued while it is taken', () => {
    scene = { ...idle, cued: selection('b') };
    players.send(commandTo.take('main', 'full'));
    scene = idle;
    expect(tally()).toBe('preview');
    scene = { ...idle, run: runOf('b') };
    expect(tally()).toBe('program');
  });
});
