// The tallies of outputs and cameras now, and when they change.
import type { CameraDefinition } from '../../domain/studio/camera.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import { cameraTally, outputTally, type CameraShot, type Tally } from '../../domain/studio/tally.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import { watchAll, type Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';

/** What tallies are read from. */
export interface TallyPorts {
  readonly studio: Pick<StudioState, 'layout' | 'runtime' | 'watch'>;
  readonly players: Pick<Players, 'state' | 'watch'>;
  readonly signalLines: Pick<SignalLines, 'value' | 'connected' | 'watch'>;
}

/** What the tallies of now are read from. */
export type CurrentTallyPorts = { readonly [Port in keyof TallyPorts]: Omit<TallyPorts[Port], 'watch'> };

const isOnAir = ({ studio }: Pick<CurrentTallyPorts, 'studio'>): boolean => studio.runtime().status === 'on_air';

/** Returns the function that reads the tally of an output; null if it is unknown. */
export const currentOutputTally =
  (ports: Pick<CurrentTallyPorts, 'studio' | 'players'>) =>
  ({ id }: Pick<OutputDefinition, 'id'>): Tally | null =>
    outputTally(isOnAir(ports), ports.players.state(id));

/** Returns the function that reads the tally of a camera; null if it is unknown, or if nothing shows the camera. */
export const currentCameraTally =
  (ports: CurrentTallyPorts) =>
  ({ shownBy = [] }: Pick<CameraDefinition, 'shownBy'>): Tally | null =>
    cameraTally(isOnAir(ports), shownBy, {
      clipsOf: ports.players.state,
      signal: (id) => ({ value: ports.signalLines.value(id), connected: ports.signalLines.connected(id) }),
    });

/** Reports that the studio went on or off air, once for each of these records. */
const watchStatus =
  ({ studio }: Pick<TallyPorts, 'studio'>, ids: () => readonly string[]): Watch =>
  (watcher) =>
    studio.watch(({ before, now }) => {
      if (before.status !== now.status) ids().forEach(watcher);
    });

/** Reports the id of an output whose tally may have changed because the studio went on or off air. */
export const watchOutputStatus = (ports: Pick<TallyPorts, 'studio'>): Watch =>
  watchStatus(ports, () => ports.studio.layout.outputs.map(({ id }) => id));

/** Returns the ids of the cameras that something shows of which `isMeant` is true. */
const camerasShown = (
  { studio }: Pick<TallyPorts, 'studio'>,
  isMeant: (shot: CameraShot) => boolean,
): readonly string[] => studio.layout.cameras.filter(({ shownBy = [] }) => shownBy.some(isMeant)).map(({ id }) => id);

/** Reports the id of a camera whose tally may have changed. */
export const watchCameraTallies = (ports: TallyPorts): Watch =>
  watchAll([
    watchStatus(ports, () => camerasShown(ports, () => true)),
    (watcher) =>
      ports.players.watch((output) => {
        camerasShown(ports, (shot) => 'output' in shot && shot.output === output).forEach(watcher);
      }),
    (watcher) =>
      ports.signalLines.watch((signal) => {
        camerasShown(ports, (shot) => 'signal' in shot && shot.signal === signal).forEach(watcher);
      }),
  ]);

/** Reports the id of an output whose tally may have changed. */
export const watchOutputTallies = (ports: Pick<TallyPorts, 'studio' | 'players'>): Watch =>
  watchAll([watchOutputStatus(ports), ports.players.watch]);
