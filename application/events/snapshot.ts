// Reads the whole state at one moment: everything that a caller may read (STATE-1, STATE-2).
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import { pinOf } from '../../domain/access/caller.js';
import { mayRead, visibleStation } from '../access/visibility.js';
import type { CurrentAccess } from '../ports/current-access.js';
import {
  currentBank,
  currentCamera,
  currentHolder,
  currentOutput,
  currentSignal,
  currentStation,
  currentStudio,
  currentVariable,
} from './current-records.js';
import { recordEvents } from './record-events.js';
import type { SourcePorts } from './sources.js';
import { partEvents, type StatePartName, type StateRecords } from './state-parts.js';

/** Where the state and the permission to read it come from. */
export interface SnapshotPorts extends SourcePorts {
  readonly access: CurrentAccess;
}

/** Reads a part. `station` is the station whose records the caller sees; null for none. */
type ReadPart<Name extends StatePartName> = (ports: SourcePorts, station: string | null) => StateRecords[Name];

/** Parts whose records belong to one station. */
const stationScoped: readonly string[] = ['automations', 'variables'] satisfies readonly StatePartName[];

const readers: { readonly [Name in StatePartName]: ReadPart<Name> } = {
  studio: currentStudio,
  station: currentHolder,
  stations: (ports) => ports.studio.records.stations.all.map(currentStation(ports)),
  signals: (ports) => ports.studio.records.signals.all.map(currentSignal(ports)),
  macros: ({ studio, macros }) => studio.records.macros.all.map(macros.state),
  automations: ({ studio, automations }, station) => studio.records.automationsOf(station).all.map(automations.state),
  outputs: (ports) => ports.studio.records.outputs.all.map(currentOutput(ports)),
  banks: (ports) => ports.studio.records.banks.all.map(currentBank(ports)),
  cameras: (ports) => ports.studio.records.cameras.all.map(currentCamera(ports)),
  variables: (ports, station) => ports.studio.records.variablesOf(station).all.map(currentVariable(ports)),
};

const names = Object.keys(readers) as readonly StatePartName[];

/**
 * Returns the parts that a caller may read, all of the same moment. `chosen` limits them to those whose changes these
 * events report.
 */
export const snapshotOf = (
  ports: SnapshotPorts,
  caller: Caller | RefusedDevice | undefined,
  chosen?: ReadonlySet<string>,
): StateRecords => {
  const { configuration } = ports.access.current();
  const station = visibleStation(ports.studio.records.stations, ports.studio.runtime().holder, pinOf(caller));
  const isShown = (name: StatePartName): boolean =>
    mayRead(configuration, caller, recordEvents[partEvents[name]].feature) &&
    (station !== undefined || !stationScoped.includes(name)) &&
    (chosen === undefined || chosen.has(partEvents[name]));
  return Object.fromEntries(names.filter(isShown).map((name) => [name, readers[name](ports, station ?? null)]));
};
