// Reads the whole state at one moment: everything that a caller may read (STATE-1, STATE-2).
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import { limitOf, pinOf } from '../../domain/access/caller.js';
import { showsRecord, type OperationLimit } from '../../domain/access/operation-limit.js';
import { mayReadSome, visibleStation } from '../access/visibility.js';
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

/** Returns the records of a part that a device with exact rights may read; undefined if the part has none (LIMIT-2). */
const limitedPart = (limit: OperationLimit, name: StatePartName, records: unknown): unknown => {
  const { kind } = recordEvents[partEvents[name]];
  if (!Array.isArray(records) || kind === 'station') return showsRecord(limit, kind) ? records : undefined;
  const shown = (records as readonly Readonly<Record<string, unknown>>[]).filter(({ id, key = id }) =>
    showsRecord(limit, kind, String(key)),
  );
  return shown.length > 0 ? shown : undefined;
};

const names = Object.keys(readers) as readonly StatePartName[];

/**
 * Returns the parts that a caller may read, all of the same moment. `chosen` limits them to those whose changes these
 * events report.
 */
export const snapshotOf = (
  ports: SnapshotPorts,
  caller: Caller | RefusedDevice | undefined,
  chosen?: Pick<ReadonlySet<string>, 'has'>,
): StateRecords => {
  const { configuration } = ports.access.current();
  const station = visibleStation(ports.studio.records.stations, ports.studio.runtime().holder, pinOf(caller));
  const isShown = (name: StatePartName): boolean =>
    mayReadSome(configuration, caller, recordEvents[partEvents[name]].feature) &&
    (station !== undefined || !stationScoped.includes(name)) &&
    (chosen === undefined || chosen.has(partEvents[name]));
  const limit = limitOf(caller);
  const parts = names.filter(isShown).map((name) => [name, readers[name](ports, station ?? null)] as const);
  if (limit === undefined) return Object.fromEntries(parts);
  const limited = parts.map(([name, records]) => [name, limitedPart(limit, name, records)] as const);
  return Object.fromEntries(limited.filter(([, records]) => records !== undefined));
};
