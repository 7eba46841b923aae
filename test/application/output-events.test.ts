// What makes an event of an output: its clip, and not the correction of the clip's position.
import { expect, it } from 'vitest';
import { graphics } from '../../application/commands/graphics.js';
import { watchChanges } from '../../application/events/changes.js';
import { outputSource } from '../../application/events/sources.js';
import type { Players } from '../../application/ports/players.js';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import { clipSelection } from '../simulator/bench.js';
import { promptMs, stepBench } from './demo-bench.js';

/** Returns the players, whose clips are ahead of their time by what `aheadMs` returns. */
const withCorrection = (players: Players, aheadMs: () => number): Players => ({
  ...players,
  state: (output) => {
    const { connected, scenes } = players.state(output);
    return {
      connected,
      scenes: scenes.map((scene) => ({ ...scene, run: scene.run && { ...scene.run, aheadMs: aheadMs() } })),
    };
  },
});

it('@CLIP-TIME-8: is no correction of a position, however often the output is compared', async () => {
  const bench = stepBench();
  const { alarms, clock, log } = bench;
  let aheadMs = 0;
  const players = withCorrection(bench.ports.players, () => aheadMs);
  const ports = { ...bench.ports, players };
  const all = macros(ports, alarms);
  const sequences = { macros: all, automations: automations(ports, all.runForStep, alarms) };
  const source = outputSource({ ...ports, ...sequences, graphics: graphics({ ...ports, log }) });
  const events: unknown[] = [];
  const records = watchChanges([source], (_, id, record) => events.push({ id, record }));
  players.play('out-1', 'full', clipSelection('news', 'opener'));
  await clock.advance(promptMs);
  expect(events).toHaveLength(1);
  aheadMs = -300;
  records.compareLayouts();
  records.reportChanges();
  expect(events).toHaveLength(1);
  expect(source.record('out-1')).toMatchObject({ scenes: [{ clip: 'opener' }] });
  players.pause('out-1', 'full');
  await clock.advance(promptMs);
  expect(events).toHaveLength(2);
  records.stop();
});
