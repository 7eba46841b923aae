// Which pending commands to a scene a later one replaces, as players of every driver with cues have it.
import { afterEach, describe, expect, it } from 'vitest';
import type { SendResult } from '../../../application/ports/commands.js';
import { commandResults, sendAndConfirm, sentCommand } from '../../contracts/device-commands.js';
import type { PlayersBench } from '../../contracts/players-bench.js';
import type { ConnectionBench } from './bench.js';
import { obsBench, obsPlayers } from './obs/bench.js';
import { vmixBench, vmixPlayers } from './vmix/bench.js';
import { commandTo } from '../../support/commands.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const commands = {
  play: ({ players, output, scenes: [scene], selections: [, other] }) =>
    players.send(commandTo.play(output, scene, other)),
  cue: ({ players, output, scenes: [scene], selections: [, other] }) =>
    players.send(commandTo.cue(output, scene, other)),
  stop: ({ players, output, scenes: [scene] }) => players.send(commandTo.stop(output, [scene])),
  pause: ({ players, output, scenes: [scene] }) => players.send(commandTo.pause(output, scene)),
  resume: ({ players, output, scenes: [scene] }) => players.send(commandTo.resume(output, scene)),
  seek: ({ players, output, scenes: [scene] }) => players.send(commandTo.seek(output, scene, 5_000)),
  'play elsewhere': ({ players, output, scenes: [first, scene = first], selections: [, other] }) =>
    players.send(commandTo.play(output, scene, other)),
} as const satisfies Readonly<Record<string, (bench: PlayersBench) => SendResult>>;

type Name = keyof typeof commands;

/** A pending command, the next one, and whether that replaces it. */
const table: readonly (readonly [Name, Name, boolean])[] = [
  ['play', 'stop', true],
  ['stop', 'play', true],
  ['cue', 'cue', true],
  ['cue', 'play', true],
  ['cue', 'stop', false],
  ['cue', 'pause', false],
  ['pause', 'play', true],
  ['pause', 'stop', true],
  ['pause', 'resume', true],
  ['pause', 'seek', false],
  ['pause', 'cue', false],
  ['seek', 'play', true],
  ['seek', 'stop', true],
  ['seek', 'pause', false],
  ['cue', 'play elsewhere', false],
  ['pause', 'play elsewhere', false],
];

const open = {
  obs: async () => obsPlayers((used = await obsBench())),
  vmix: async () => vmixPlayers((used = await vmixBench())),
} as const satisfies Readonly<Record<string, () => Promise<PlayersBench>>>;

describe.each(['obs', 'vmix'] as const)('a scene of %s', (protocol) => {
  it('replaces the pending commands that change the same, and keeps the others', async () => {
    const bench = await open[protocol]();
    const { players, output, scenes, selections } = bench;
    await sendAndConfirm(bench, players.send(commandTo.play(output, scenes[0], selections[0])));
    await bench.freeze();
    const seen: (readonly [Name, Name, boolean])[] = [];
    for (const [earlier, later] of table) {
      const sent = sentCommand(commands[earlier](bench));
      sentCommand(commands[later](bench));
      const [, result] = await commandResults(sent);
      seen.push([earlier, later, result !== 'pending']);
    }
    expect(seen).toEqual(table);
  });
});
