// Devices that no driver reaches: nothing can be sent to them, and nothing is known of them.
import * as E from 'fp-ts/lib/Either.js';
import type { Drivers } from '../../application/commands/drivers.js';
import type { Cameras } from '../../application/ports/cameras.js';
import type { Players } from '../../application/ports/players.js';
import type { SendResult } from '../../application/ports/commands.js';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import type { Watch } from '../../application/ports/watch.js';
import { failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Scene } from '../../domain/studio/output.js';

/** `device_unavailable`, before anything was sent. */
const unreached = (kind: string, id: string): SendResult =>
  E.left(failure('device_unavailable', `no driver is connected to the ${kind} "${id}"`));

/** What is never heard of doesn't change. */
const neverTold: Watch = () => () => undefined;

const idle = (id: string): Scene => ({ id, clip: null, bank: null, startedAt: null });

/** Players that aren't connected; their scenes play nothing, as far as anybody can tell. */
const players = ({ outputs }: Pick<StudioLayout, 'outputs'>): Players => ({
  play: (output) => unreached('player of the output', output),
  stop: (output) => unreached('player of the output', output),
  state: (output) => ({
    connected: false,
    scenes: outputs.find(({ id }) => id === output)?.scenes.map(idle) ?? [],
  }),
  watch: neverTold,
});

/** Lines that nobody switches; they read as off. */
const signalLines: SignalLines = {
  switch: (signal) => unreached('line of the signal', signal),
  value: () => false,
  watch: neverTold,
};

/** Cameras whose angle nobody has heard of. */
const cameras: Cameras = {
  recall: (camera) => unreached('camera', camera),
  angle: () => null,
  watch: neverTold,
};

/** The drivers of a studio of which nothing is reached. */
export const unconnectedDrivers = (layout: Pick<StudioLayout, 'outputs'>): Drivers => ({
  players: players(layout),
  signalLines,
  cameras,
});
