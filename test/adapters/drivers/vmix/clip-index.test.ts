// Inputs of a vMix that change while the driver is connected: lists that get other entries, and loops that begin again.
import { expect, it } from 'vitest';
import { ClipIndex } from '../../../../adapters/drivers/vmix/clip-index.js';
import { MixRun } from '../../../../adapters/drivers/vmix/clip-run.js';
import type { VmixInput, VmixState } from '../../../../adapters/drivers/vmix/state.js';
import { sentCommand } from '../../../contracts/device-commands.js';
import { openBench } from '../closed-bench.js';
import { output, selections, vmixPlayer } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const base: VmixInput = {
  ...{ key: 'k', number: 1, type: 'VideoList', title: 'Rundown', shortTitle: 'Rundown', state: 'Running' },
  ...{ positionMs: 0, durationMs: 10_000, loop: false, selectedIndex: 1, items: [] },
};

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener', media: 'Rundown/opener' } };

it('a clip is found in a list whose entries are replaced or moved', () => {
  const index = new ClipIndex([selection]);
  const entryIn = (...items: readonly string[]): number | undefined => {
    const state: VmixState = { inputs: [{ ...base, items }], mixes: new Map() };
    index.follow(state);
    return [1, 2].find((selectedIndex) => index.shownBy({ ...base, items, selectedIndex }).length > 0);
  };
  expect(entryIn('a.mp4', 'b.mp4')).toBeUndefined();
  expect(entryIn('a.mp4', 'opener.mp4')).toBe(2);
  expect(entryIn('opener.mp4', 'a.mp4')).toBe(1);
  expect(entryIn('a.mp4', 'b.mp4')).toBeUndefined();
});

it.each([
  ['a loop, which began again a little early', true, 30, { startedAtMs: 0 }],
  ['a loop, which is late', true, 9_970, { startedAtMs: 0 }],
])('is the same run after a connection that was lost: %s', (_, loop, positionMs, expected) => {
  const run = new MixRun();
  const on = { selection, input: { key: 'k', entry: undefined, isTimed: true } };
  const at = (atMs: number, position: number): void => {
    run.follow(on, { ...base, loop, positionMs: position }, atMs);
  };
  at(1_000, 1_000);
  at(2_000, 2_000);
  run.lose();
  const atMs = positionMs < 5_000 ? 19_990 : 20_010;
  at(atMs, positionMs);
  at(atMs + 500, (positionMs + 500) % 10_000);
  expect(run.run).toMatchObject(expected);
});

it('an output that a reload adds is known at once, before the next state', async () => {
  const used = await openBench('vmix', { players: { [output]: vmixPlayer } });
  const { drivers, current, passUntil } = used;
  await passUntil('it is connected', () => drivers.players.state(output).connected);
  const { layout } = current;
  current.replace({ ...layout, outputs: layout.outputs.map(({ player: _, ...rest }) => rest) });
  expect(drivers.players.state(output).connected).toBe(false);
  current.replace(layout);
  expect(drivers.players.state(output).connected).toBe(true);
});

it('a clip that runs during a reload of other clips is not taken for none', async () => {
  const bench = await openBench('vmix', { players: { [output]: vmixPlayer } });
  const { players } = bench.drivers;
  const left = () => players.state(output).scenes.find(({ id }) => id === 'left');
  await bench.passUntil('it is connected', () => players.state(output).connected);
  sentCommand(players.send(commandTo.play(output, 'left', selections.bed)));
  await bench.passUntil('it plays', () => left()?.run !== null);
  const { layout } = bench.current;
  const fewer = layout.banks.map((bank) => (bank.key === 'news' ? { ...bank, clips: bank.clips.slice(1) } : bank));
  bench.current.replace({ ...layout, banks: fewer });
  const states: unknown[] = [];
  const note = (): void => void (players.state(output).connected && states.push(left()?.run?.clip.key));
  note();
  players.watch(note);
  await bench.passUntil('it is known again', () => states.length > 0);
  expect(new Set(states)).toEqual(new Set(['bed']));
});
