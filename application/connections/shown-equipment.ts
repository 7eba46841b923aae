// The equipment as it is now, for editors and reports: each connection, and the records that are attached to it.
import type { Attachment, ConnectionDefinition } from '../../domain/studio/connection.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { DriverGrade, DriverTable } from './connection-driver.js';
import type { ConnectionFailure, ConnectionState, ConnectionStates } from './connection-states.js';
import type { Cameras } from '../ports/cameras.js';
import type { PlayerReport, Players, SceneState } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';

/** A record that equipment serves. An output with a backup has one for each player. */
export interface ShownRecord {
  readonly kind: 'signal' | 'camera' | 'output';
  readonly id: string;
  readonly name: string;
  readonly connected: boolean;
  /** Its value, angle or scenes in words. */
  readonly shows: string;
}

/** A connection of the file in force, and what is attached to it. */
export interface ShownConnection {
  readonly id: string;
  readonly protocol: string;
  /** The grade of its driver. */
  readonly grade: DriverGrade | null;
  /** Whether one of its records is connected; of a connection without records, whether its equipment speaks. Null if that is unknown. */
  readonly connected: boolean | null;
  /** Milliseconds since 1970 UTC; null if it is unknown. */
  readonly sinceMs: number | null;
  /** The last failure, also an earlier one. */
  readonly lastError: ConnectionFailure | null;
  readonly records: readonly ShownRecord[];
}

/** The equipment as it is now. */
export interface EquipmentState {
  /** Whether simulated devices stand for all equipment, so that no connection is open. */
  readonly isSimulated: boolean;
  readonly connections: readonly ShownConnection[];
  /** The records without a connection. */
  readonly unattached: readonly ShownRecord[];
}

/** What the state of the equipment is read from. */
export interface ShownEquipmentDeps {
  readonly layout: () => StudioLayout;
  readonly devices: {
    readonly signalLines: Pick<SignalLines, 'value' | 'connected'>;
    readonly cameras: Pick<Cameras, 'angle' | 'connected'>;
    readonly players: Pick<Players, 'state' | 'pair'>;
  };
  /** Undefined where no connections are open, because the devices are simulated. */
  readonly states: Pick<ConnectionStates, 'of'> | undefined;
  readonly table: DriverTable;
}

/** A record, and the connection that it is attached to. */
interface Attached {
  readonly connection: string | undefined;
  readonly record: ShownRecord;
}

const unknown = 'unknown';

const sceneWords = ({ id, run, cued, graphicShown, isUnknown }: SceneState): string => {
  if (isUnknown === true) return `${id}: ${unknown}`;
  const parts = [
    run === null ? 'empty' : `plays ${run.clip.name}`,
    ...(cued === null ? [] : [`${cued.clip.name} is cued`]),
    ...(graphicShown ? ['its graphic is shown'] : []),
  ];
  return `${id}: ${parts.join(', ')}`;
};

const valueWords = (value: boolean | null): string => {
  if (value === null) return unknown;
  return value ? 'on' : 'off';
};

const connectionOf = (attachment: Attachment | undefined): string | undefined => attachment?.connection;

const signalsIn = ({ signals }: StudioLayout, { signalLines }: ShownEquipmentDeps['devices']): readonly Attached[] =>
  signals.map(({ id, name, line }) => ({
    connection: connectionOf(line),
    record: {
      kind: 'signal',
      ...{ id, name, connected: signalLines.connected(id), shows: valueWords(signalLines.value(id)) },
    },
  }));

const camerasIn = ({ cameras }: StudioLayout, devices: ShownEquipmentDeps['devices']): readonly Attached[] =>
  cameras.map(({ id, name, angles, head }) => {
    const angle = devices.cameras.angle(id);
    const shows = angles.find((one) => one.id === angle)?.name ?? unknown;
    const connected = devices.cameras.connected(id);
    return { connection: connectionOf(head), record: { kind: 'camera', id, name, connected, shows } };
  });

const outputsIn = ({ outputs }: StudioLayout, { players }: ShownEquipmentDeps['devices']): readonly Attached[] =>
  outputs.flatMap(({ id, name, player, backup }) => {
    const attached = (attachment: Attachment | undefined, { connected, scenes }: PlayerReport, named: string) => ({
      connection: connectionOf(attachment),
      record: { kind: 'output' as const, id, name: named, connected, shows: scenes.map(sceneWords).join('; ') },
    });
    const pair = players.pair?.(id)?.reports;
    const main = attached(player, pair?.main ?? players.state(id), name);
    return pair === undefined ? [main] : [main, attached(backup, pair.backup, `${name}, backup`)];
  });

const nothing = { isConnected: null, sinceMs: null, failure: null };

/** `isConnected` is whether one of the records is connected; undefined without records. */
const shownState = (state: ConnectionState | undefined, isConnected: boolean | undefined) => {
  const { isConnected: speaks, sinceMs, failure: lastError } = state ?? nothing;
  const connected = isConnected ?? speaks;
  return { connected, sinceMs: connected === speaks ? sinceMs : null, lastError };
};

const shownConnection = (
  { id, protocol }: ConnectionDefinition,
  attached: readonly Attached[],
  { states, table }: Pick<ShownEquipmentDeps, 'states' | 'table'>,
): ShownConnection => {
  const records = attached.filter(({ connection }) => connection === id).map(({ record }) => record);
  const isConnected = records.length === 0 ? undefined : records.some(({ connected }) => connected);
  const grade = table[protocol]?.grade ?? null;
  return { id, protocol, grade, ...shownState(states?.of(id), isConnected), records };
};

/** Returns the state of all equipment. */
export const equipmentState = (deps: ShownEquipmentDeps): EquipmentState => {
  const { layout: layoutOf, devices, states } = deps;
  const layout = layoutOf();
  const { connections = [] } = layout;
  const attached = [signalsIn, camerasIn, outputsIn].flatMap((recordsIn) => recordsIn(layout, devices));
  const unattached = attached.filter(({ connection }) => connections.every(({ id }) => id !== connection));
  return {
    isSimulated: states === undefined,
    connections: connections.map((connection) => shownConnection(connection, attached, deps)),
    unattached: unattached.map(({ record }) => record),
  };
};
