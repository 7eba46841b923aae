// Devices without a driver: commands to them fail, and their state is unknown.
import * as E from 'fp-ts/lib/Either.js';
import type { Drivers } from '../../application/commands/drivers.js';
import type { Cameras } from '../../application/ports/cameras.js';
import type { Players, SceneState } from '../../application/ports/players.js';
import type { SendResult } from '../../application/ports/commands.js';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import type { Watch } from '../../application/ports/watch.js';
import { failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';

/** Returns `device_unavailable`. */
const unavailable = (kind: string, id: string): SendResult =>
  E.left(failure('device_unavailable', `no driver is connected to the ${kind} "${id}"`));

const watchNothing: Watch = () => () => undefined;

const idle = (id: string): SceneState => ({ id, run: null, cued: null, graphicShown: false });

/** The layout in force. */
interface LayoutWithOutputs {
  readonly layout: Pick<StudioLayout, 'outputs'>;
}

/** Players that are not connected. Their scenes are shown as idle. */
const players = (current: LayoutWithOutputs): Players => ({
  send: ({ output }) => unavailable('player of the output', output),
  state: (output) => ({
    connected: false,
    scenes:
      playerDefinitions(current.layout.outputs)
        .find(({ id }) => id === output)
        ?.scenes.map(idle) ?? [],
  }),
  stateSource: () => null,
  hasDriver: () => false,
  watch: watchNothing,
});

/** Signal lines without a driver. Their value is unknown. */
const signalLines: SignalLines = {
  send: ({ signal }) => unavailable('line of the signal', signal),
  value: () => null,
  connected: () => false,
  hasDriver: () => false,
  watch: watchNothing,
};

/** Cameras without a driver. Their angle is unknown. */
const cameras: Cameras = {
  send: ({ camera }) => unavailable('camera', camera),
  angle: () => null,
  connected: () => false,
  hasDriver: () => false,
  watch: watchNothing,
};

/** Returns drivers for devices that no real driver controls. */
export const unconnectedDrivers = (current: LayoutWithOutputs): Drivers => ({
  players: players(current),
  signalLines,
  cameras,
});
