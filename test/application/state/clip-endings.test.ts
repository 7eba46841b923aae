// The reports before the end of a clip, with the lead of the studio file.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { watchClipEndings, type ClipEnding } from '../../../application/state/clip-endings.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { clipSelection } from '../../simulator/bench.js';
import { commandTo } from '../../support/commands.js';

const leadMs = 30_000;

const endingsBench = () => {
  const clock = manualClock();
  const layout = { ...demoStudio, leadMs };
  const { players, setFault } = simulatedStudio(layout, clock);
  const current = currentLayout(layout);
  const studio = studioState(current, initialRuntimeState(layout), {
    save: () => Promise.resolve(E.right(undefined)),
  });
  /** The scenes that the layout has, as a driver that follows it reports them. */
  const state: typeof players.state = (id) => {
    const { scenes, ...report } = players.state(id);
    const known = current.layout.outputs.find((output) => output.id === id)?.scenes ?? [];
    return { ...report, scenes: scenes.filter((scene) => known.includes(scene.id)) };
  };
  const reports: ClipEnding[] = [];
  const stop = watchClipEndings({ studio, players: { ...players, state }, clock }, (ending) => reports.push(ending));
  const reload = (changes: Partial<StudioLayout>): void => {
    current.replace({ ...layout, ...changes });
  };
  return { clock, players, reports, stop, setFault, reload };
};

it('come at the lead of the studio file', async () => {
  const { clock, players, reports } = endingsBench();
  players.send(commandTo.play('out-2', 'right', clipSelection('news', 'weather')));
  await clock.advance(29_900);
  expect(reports).toEqual([]);
  await clock.advance(200);
  expect(reports).toEqual([{ output: 'out-2', scene: 'right' }]);
});

it('never come for a clip that loops', async () => {
  const { clock, players, reports } = endingsBench();
  const { bank, clip } = clipSelection('news', 'opener');
  players.send(commandTo.play('out-1', 'full', { bank, clip: { ...clip, loop: true } }));
  await clock.advance(300_000);
  expect(reports).toEqual([]);
});

it('no longer come after they were stopped', async () => {
  const { clock, players, reports, stop } = endingsBench();
  players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather')));
  await clock.advance(100);
  stop();
  players.send(commandTo.play('out-2', 'left', clipSelection('news', 'weather')));
  await clock.advance(60_000);
  expect(reports).toEqual([]);
});

it('come for each scene of each output by itself', async () => {
  const { clock, players, reports } = endingsBench();
  players.send(commandTo.play('out-2', 'left', clipSelection('news', 'weather')));
  players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather')));
  await clock.advance(10_000);
  players.send(commandTo.play('out-2', 'right', clipSelection('news', 'weather')));
  await clock.advance(25_000);
  expect(reports.splice(0)).toEqual([
    { output: 'out-2', scene: 'left' },
    { output: 'out-1', scene: 'full' },
  ]);
  await clock.advance(60_000);
  expect(reports).toEqual([{ output: 'out-2', scene: 'right' }]);
});

it('come at the lead of a new studio file, and not for outputs that it removes', async () => {
  const { clock, players, reports, reload } = endingsBench();
  players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather')));
  players.send(commandTo.play('out-2', 'left', clipSelection('news', 'weather')));
  await clock.advance(1_000);
  reload({ leadMs: 10_000, outputs: demoStudio.outputs.filter(({ id }) => id !== 'out-1') });
  await clock.advance(48_000);
  expect(reports).toEqual([]);
  await clock.advance(2_000);
  expect(reports).toEqual([{ output: 'out-2', scene: 'left' }]);
});

it('come no more for a scene that a new studio file removes from its output', async () => {
  const { clock, players, reports, reload } = endingsBench();
  for (const scene of ['left', 'right']) players.send(commandTo.play('out-2', scene, clipSelection('news', 'weather')));
  await clock.advance(1_000);
  const outputs = demoStudio.outputs.map((one) => (one.id === 'out-2' ? { ...one, scenes: ['right'] } : one));
  reload({ outputs });
  await clock.advance(60_000);
  expect(reports).toEqual([{ output: 'out-2', scene: 'right' }]);
});

it('@CLIP-TIME-6: never come while the player is not connected', async () => {
  const { clock, players, reports, setFault } = endingsBench();
  players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather')));
  await clock.advance(1_000);
  setFault('out-1', { type: 'offline' });
  await clock.advance(35_000);
  expect(reports).toEqual([]);
});
