// How the devices of each port are used by the model.
import type { ClipSelection } from '../../../application/ports/players.js';
import type { CameraState } from '../../../simulator/camera.js';
import type { PlayerState } from '../../../simulator/player.js';
import type { SignalLineState } from '../../../simulator/signal-line.js';
import type { ConnectionBench } from '../../adapters/drivers/bench.js';
import type { Effect, PortUse, Shown } from './equipment.js';
import { commandTo } from '../../support/commands.js';

const effects = ['first', 'second'] as const;

/** Returns the effect at a value's place in the two that a device shows. */
const shownAt = <A>(values: readonly A[], value: A): Shown => effects[values.indexOf(value)] ?? 'neither';

const effectAt = <A>(values: readonly A[], value: A): Effect | undefined => effects[values.indexOf(value)];

const actualOf = (bench: ConnectionBench, device: string): unknown =>
  bench.studio.devices().find(({ id }) => id === device)?.actual;

const values = [true, false];

/** A signal's line: on, then off. */
export const lineUse: PortUse = {
  device: 'sig-1',
  send: ({ drivers }, effect) => drivers.signalLines.send(commandTo.switch('sig-1', effect === 'first')),
  connected: ({ drivers }) => drivers.signalLines.connected('sig-1'),
  reported: ({ drivers }) => shownAt<boolean | null>(values, drivers.signalLines.value('sig-1')),
  actual: (bench) => shownAt(values, (actualOf(bench, 'sig-1') as SignalLineState).on),
  effectOf: (command) => effectAt<unknown>(values, Reflect.get(command, 'on')),
  reset: ({ studio }) => studio.simulated.lines.get('sig-1')?.change({ on: false }),
};

const angles = ['wide', 'close'];

/** A camera with the presets of two angles. */
export const cameraUse: PortUse = {
  device: 'cam-1',
  send: ({ drivers }, effect) => drivers.cameras.send(commandTo.recall('cam-1', effect === 'first' ? 'wide' : 'close')),
  connected: ({ drivers }) => drivers.cameras.connected('cam-1'),
  reported: ({ drivers }) => shownAt(angles, drivers.cameras.angle('cam-1') ?? ''),
  actual: (bench) => shownAt(angles, (actualOf(bench, 'cam-1') as CameraState).angle ?? ''),
  effectOf: (command) => effectAt<unknown>(angles, Reflect.get(command, 'angle')),
  reset: ({ studio }) => studio.simulated.cameras.get('cam-1')?.change({ angle: null }),
};

const keyOf = (command: object): unknown => {
  const cue = Reflect.get(command, 'type') === 'play' ? (Reflect.get(command, 'cue') as ClipSelection) : undefined;
  return cue?.clip.key;
};

/** A player of an output, which plays two clips in its first scene. */
export const playerUse = (
  output: string,
  selections: readonly [ClipSelection, ClipSelection],
  scene = 'left',
): PortUse => {
  const keys = selections.map(({ clip }) => clip.key);
  return {
    device: output,
    send: ({ drivers }, effect) =>
      drivers.players.send(commandTo.play(output, scene, selections[effect === 'first' ? 0 : 1])),
    connected: ({ drivers }) => drivers.players.state(output).connected,
    reported: ({ drivers }) => shownAt(keys, drivers.players.state(output).scenes[0]?.run?.clip.key ?? ''),
    actual: (bench) => shownAt(keys, (actualOf(bench, output) as PlayerState)[0]?.run?.clip.key ?? ''),
    effectOf: (command) => effectAt<unknown>(keys, keyOf(command)),
    reset: ({ studio }) => {
      const player = studio.simulated.players.get(output);
      player?.change(player.actual.map((scene) => ({ ...scene, run: null, cued: null })));
    },
  };
};
