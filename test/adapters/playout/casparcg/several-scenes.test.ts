// A command to several scenes fails and explains itself as each of its parts does, not only the first.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { combinedCommands } from '../../../../adapters/playout/casparcg/combined-commands.js';
import { commandLine } from '../../../../adapters/playout/casparcg/commands.js';
import type { LayerCommand } from '../../../../adapters/playout/casparcg/layer-command.js';
import { PendingCommand } from '../../../../adapters/playout/casparcg/pending-command.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import { casparcgBench, output, selections } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const stops = (count: number) => {
  const clock = manualClock();
  const parts = Array.from({ length: count }, (_, at) => {
    return new PendingCommand<LayerCommand>(`part ${String(at)}`, { type: 'stop' }, clock.now(), false);
  });
  return { clock, parts, whole: combinedCommands(parts, clock) };
};

it.each([0, 1, 2])('it is explained at its timeout by the part that has no effect: %d', (at) => {
  const { clock, parts, whole } = stops(3);
  for (const part of parts) part.accept(clock.now());
  for (const [index, part] of parts.entries())
    if (index !== at) part.confirm();
    else part.observe('the layer shows a clip', clock.now() + 100);
  expect(whole.failureAtTimeout?.()?.message).toBe(
    `part ${String(at)} accepted the command, but the layer shows a clip`,
  );
});

it.each([0, 1, 2])('it is accepted and confirmed with the last part, and fails with one: %d', async (at) => {
  const { clock, parts, whole } = stops(3);
  for (const [index, part] of parts.entries()) if (index !== at) part.accept(clock.now());
  expect(await commandResults(whole)).toEqual(['pending', 'pending']);
  parts[at]?.fail('it was refused');
  for (const part of parts) part.confirm();
  expect([await whole.accepted, await whole.confirmed].map(E.isLeft)).toEqual([true, true]);
});

it.each([
  [1, 25, 1],
  [19, 25, 1],
  [40, 25, 1],
  [50, 25, 1],
  [70, 25, 2],
  [10, 50, 1],
])('a transition of %d ms takes at least one frame: at %d frames per second, %d', (durationMs, rate, frames) => {
  const transition = { type: 'mix', durationMs } as const;
  const { bank, clip } = selections.headlines;
  const play = { type: 'play', selection: { bank, clip: { ...clip, transition } } } as const;
  expect(commandLine(play, { channel: 1, layer: 10 }, rate)).toBe(`PLAY 1-10 "headlines" MIX ${String(frames)}`);
});

it.each([
  [1_999, 25, 50],
  [1_960, 25, 49],
  [100, 29.97, 3],
])('a seek to %d ms at %d frames per second is to the nearest frame, %d', (positionMs, rate, frame) => {
  const line = commandLine({ type: 'seek', positionMs }, { channel: 1, layer: 10 }, rate);
  expect(line).toBe(`CALL 1-10 SEEK ${String(frame)}`);
});

it('each scene ends its clip by the clock while no OSC arrives, whichever ends first', async () => {
  const bench = await casparcgBench({ oscFault: { type: 'silent' } });
  const changed: string[] = [];
  for (const scene of ['right', 'left']) {
    sentCommand(bench.players.send(commandTo.play(output, scene, selections.jingle)));
    await bench.pass(500);
  }
  bench.players.watch((id) => changed.push(id));
  const playing = () => scenesOf(bench.players, output).map(({ clip }) => clip);
  const shown = [playing()];
  for (let ended = 0; ended < 2; ended += 1) {
    await bench.pass(ended === 0 ? 1_250 : 500);
    shown.push(playing());
  }
  bench.close();
  expect(shown).toEqual([
    ['jingle', 'jingle'],
    ['jingle', null],
    [null, null],
  ]);
  expect(changed).toEqual([output, output]);
});
