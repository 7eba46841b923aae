// What makes an event of an output: its clip, and not the correction of the clip's position.
import { expect, it } from 'vitest';
import { graphics } from '../../../application/commands/graphics.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import { watchChanges } from '../../../application/events/changes.js';
import { outputSource } from '../../../application/events/sources.js';
import type { PairedPlayers } from '../../../application/commands/player-pairs.js';
import { automations } from '../../../application/sequences/automations.js';
import { macros } from '../../../application/sequences/macros.js';
import { currentCamera } from '../../../application/events/current-records.js';
import type { Graphic } from '../../../domain/studio/graphic.js';
import { clipSelection } from '../../simulator/bench.js';
import { promptMs, stepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

/** Returns the players, whose clips are ahead of their time by what `aheadMs` returns. */
const withCorrection = (players: PairedPlayers, aheadMs: () => number): PairedPlayers => ({
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
  const sequences = { macros: all, automations: automations(ports, all, alarms) };
  const source = outputSource({ ...ports, ...sequences, graphics: graphics({ ...ports, log }) });
  const events: unknown[] = [];
  const records = watchChanges([source], (_, id, record) => events.push({ id, record }));
  players.send(commandTo.play('out-1', 'full', clipSelection('news', 'opener')));
  await clock.advance(promptMs);
  expect(events).toHaveLength(1);
  aheadMs = -300;
  records.compareLayouts();
  records.reportChanges();
  expect(events).toHaveLength(1);
  expect(source.record('out-1')).toMatchObject({ scenes: [{ clip: 'opener' }] });
  players.send(commandTo.pause('out-1', 'full'));
  await clock.advance(promptMs);
  expect(events).toHaveLength(2);
  records.stop();
});

it('is a graphic of any scene that is shown or fails', () => {
  const { alarms, ports, log } = stepBench();
  const all = macros(ports, alarms);
  const sequences = { macros: all, automations: automations(ports, all, alarms) };
  const { watch, notify } = changeNotifier();
  const errors = new Map<string, string>();
  const record: ReturnType<typeof graphics>['record'] = ({ scene }) =>
    ({ visible: true, error: errors.get(scene) ?? null }) as unknown as Graphic;
  const shown = { ...graphics({ ...ports, log }), watch, record };
  const changed: string[] = [];
  const records = watchChanges([outputSource({ ...ports, ...sequences, graphics: shown })], (_, id) =>
    changed.push(id),
  );
  for (const scene of ['left', 'right']) {
    errors.set(scene, 'away');
    notify('out-2');
    notify('out-2');
  }
  expect(changed).toEqual(['out-2', 'out-2']);
  records.stop();
});

it('the record of a camera that is away shows no angle, and its angle again once it is back', async () => {
  const { ports, setFault, clock } = stepBench();
  const camera = { id: 'cam-1', name: 'Wide', angles: [] };
  const read = currentCamera({ ...ports, cameras: { ...ports.cameras, angle: () => 'wide' } });
  expect(read(camera)).toMatchObject({ connected: true, angle: 'wide' });
  setFault('cam-1', 'offline');
  await clock.advance(promptMs);
  expect(read(camera)).toMatchObject({ connected: false, angle: null });
  setFault('cam-1', null);
  await clock.advance(promptMs);
  expect(read(camera)).toMatchObject({ connected: true, angle: 'wide' });
});
