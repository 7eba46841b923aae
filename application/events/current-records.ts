// The records of the studio, as callers read them now. Those of macros and automations are in application/sequences.
import { confirmedBy } from '../../domain/studio/connection.js';
import type { Camera, CameraDefinition } from '../../domain/studio/camera.js';
import type { Bank, BankDefinition } from '../../domain/studio/clip.js';
import { attachmentOf, type Output, type OutputDefinition } from '../../domain/studio/output.js';
import { playlistRecord, runsIn, type Playlist } from '../../domain/studio/playlist.js';
import type { Signal, SignalDefinition } from '../../domain/studio/signal.js';
import type { Station, StationDefinition } from '../../domain/studio/station.js';
import type { Studio } from '../../domain/studio/studio.js';
import type { Variable, VariableDefinition, VariableValue } from '../../domain/studio/variable.js';
import type { ScenePlace } from '../commands/decisions.js';
import type { Graphics } from '../commands/graphics.js';
import type { Cameras } from '../ports/cameras.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import { knownValue } from '../commands/pending-values.js';
import type { Clock } from '../ports/clock.js';
import { currentCameraTally, currentOutputTally, type CurrentTallyPorts } from '../tally/tallies.js';
import { playerRecord } from '../state/player-difference.js';
import { sceneRecords } from '../state/scenes.js';
import type { StudioState } from '../state/studio-state.js';

/** What records of the runtime state are read from. */
interface StatePorts {
  readonly studio: Pick<StudioState, 'layout' | 'records' | 'runtime'>;
}

/** What outputs are read from. */
interface OutputPorts {
  readonly players: Pick<Players, 'state' | 'pair'>;
  readonly studio: Pick<StudioState, 'layout' | 'runtime'>;
  readonly graphics: Pick<Graphics, 'record'>;
  readonly clock: Clock;
}

/** What cameras are read from. */
interface CameraPorts extends CurrentTallyPorts {
  readonly cameras: Pick<Cameras, 'connected' | 'angle'>;
}

/** Returns the function that reads a bank. */
export const currentBank =
  ({ studio }: StatePorts) =>
  ({ key, name }: BankDefinition): Bank => ({ key, name, active: studio.runtime().activeBank === key });

/** Returns the function that reads a camera. */
export const currentCamera =
  (ports: CameraPorts) =>
  ({ id, name, head, shownBy = [] }: CameraDefinition): Camera => {
    const { cameras } = ports;
    const connected = cameras.connected(id);
    return {
      id,
      name,
      angle: connected ? cameras.angle(id) : null,
      connected,
      tally: currentCameraTally(ports)({ shownBy }),
      confirmedBy: confirmedBy(head),
    };
  };

/** Returns where the playlist of a scene stands; null if none runs there. */
const currentPlaylist = (
  { studio: { layout, runtime } }: Pick<OutputPorts, 'studio'>,
  place: ScenePlace,
): Playlist | null => {
  const running = runtime().playlists.find(runsIn(place));
  const bank = layout.banks.find(({ key }) => key === running?.bank);
  return running === undefined || bank === undefined ? null : playlistRecord(bank, running);
};

/** Returns the function that reads an output. */
export const currentOutput =
  (ports: OutputPorts) =>
  (definition: OutputDefinition): Output => {
    const { id, slot, name } = definition;
    const { players, graphics, clock } = ports;
    const pair = players.pair?.(id);
    const nowMs = clock.now();
    const report = players.state(id);
    const partsIn = (scene: string) => {
      const place = { output: id, scene };
      return { graphic: graphics.record(place), playlist: currentPlaylist(ports, place) };
    };
    return {
      id,
      slot,
      name,
      scenes: sceneRecords(report, nowMs, partsIn),
      connected: report.connected,
      tally: currentOutputTally(ports)({ id }),
      confirmedBy: confirmedBy(attachmentOf(definition, pair?.lead ?? 'main')),
      lead: pair?.lead,
      players: pair && (['main', 'backup'] as const).map((player) => playerRecord(player, pair.reports[player], nowMs)),
    };
  };

/** Returns the function that reads a signal. */
export const currentSignal =
  ({ signalLines }: { readonly signalLines: Pick<SignalLines, 'value' | 'connected'> }) =>
  ({ id, identifier, name, line }: SignalDefinition): Signal => ({
    id,
    identifier,
    name,
    value: knownValue(signalLines, id),
    connected: signalLines.connected(id),
    confirmedBy: confirmedBy(line),
  });

/** Returns the function that reads a station. */
export const currentStation =
  ({ studio }: StatePorts) =>
  ({ id, name }: StationDefinition): Station => ({ id, name, holdsStudio: studio.runtime().holder === id });

/** Returns the definition of the station that holds the studio; undefined if none holds it. */
export const holderOf = ({ studio }: StatePorts): StationDefinition | undefined =>
  studio.records.stations.all.find(({ id }) => id === studio.runtime().holder);

/** Reads the station that holds the studio; null if none holds it. */
export const currentHolder = (ports: StatePorts): Station | null => {
  const holder = holderOf(ports);
  return holder === undefined ? null : currentStation(ports)(holder);
};

/** Reads the studio. */
export const currentStudio = ({ studio: { layout, runtime } }: StatePorts): Studio => ({
  id: layout.id,
  name: layout.name,
  status: runtime().status,
});

/** Returns the value of a variable; null while it is unset. */
export const currentValue = ({ studio }: StatePorts, id: string): VariableValue =>
  studio.runtime().variables[id] ?? null;

/** Returns the function that reads a variable. */
export const currentVariable =
  (ports: StatePorts) =>
  ({ id, name, type }: VariableDefinition): Variable => ({ id, name, type, value: currentValue(ports, id) });
