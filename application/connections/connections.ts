// The connections of a studio. They follow the layout.
import { fieldOf } from '../../domain/codec/unchecked.js';
import { isEqual } from '../../domain/codec/equality.js';
import type { DeviceCommand } from '../../domain/studio/command.js';
import type { Attachment, ConnectionDefinition } from '../../domain/studio/connection.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';
import type { Log } from '../ports/log.js';
import { reconcile } from '../commands/reconcile.js';
import { attachmentsTo } from './attachments.js';
import type { Connection, ConnectionDeps, DriverTable } from './connection-driver.js';
import type { ConnectionStates } from './connection-states.js';
import type { Wire, Wires } from '../ports/wire.js';

export interface ConnectionsDeps extends Omit<ConnectionDeps, 'id' | 'flooded' | 'failed' | 'wire'> {
  readonly table: DriverTable;
  /** Notifies that a connection floods the service, and that it doesn't any more. */
  readonly flooded?: (connection: string, message: string | null) => void;
  readonly states?: Pick<ConnectionStates, 'note' | 'forget'>;
  readonly wires?: Pick<Wires, 'open' | 'forget' | 'noteCommand' | 'noteLoss'>;
}

type AnyConnection = Connection<unknown, unknown, unknown>;

/** A connection, and the definition that it was opened with. */
interface OpenConnection {
  readonly definition: ConnectionDefinition;
  readonly connection: AnyConnection;
}

/** The kinds of records that connections serve. */
export type AttachedKind = 'signals' | 'cameras' | 'outputs';

/** The connection of each attached record, by kind and id. */
type ConnectionIds = Readonly<Record<AttachedKind, ReadonlyMap<string, string>>>;

const connectionIds = <R extends { readonly id: string }>(
  records: readonly R[],
  attachmentOf: (record: R) => Attachment | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    records.flatMap((record) => {
      const connection = attachmentOf(record)?.connection;
      return connection === undefined ? [] : [[record.id, connection] as const];
    }),
  );

const idsIn = ({ signals, cameras, outputs }: StudioLayout): ConnectionIds => ({
  signals: connectionIds(signals, ({ line }) => line),
  cameras: connectionIds(cameras, ({ head }) => head),
  outputs: connectionIds(playerDefinitions(outputs), ({ player }) => player),
});

/** Reads secrets that are then hidden in what goes over a wire. */
const hiding =
  (readSecret: ConnectionDeps['readSecret'], wire: Wire): ConnectionDeps['readSecret'] =>
  async (path) => {
    const secret = await readSecret(path);
    wire.hide(secret);
    return secret;
  };

/** Equipment may return a secret, in which case it would be part of why the connection was lost. */
const withoutSecrets = (log: Log, wire: Wire): Log => {
  const shown = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? wire.withoutSecrets(value) : value,
      ]),
    );
  const through =
    (level: keyof Log): Log['info'] =>
    (sentence, fields) => {
      log[level](sentence, ...(fields === undefined ? [] : [shown(fields)]));
    };
  return { debug: through('debug'), info: through('info'), warn: through('warn'), error: through('error') };
};

const noIds: ConnectionIds = { signals: new Map(), cameras: new Map(), outputs: new Map() };

/** Opens the connections of a layout, and closes those that no layout needs any more. */
export class Connections {
  readonly #open = new Map<string, OpenConnection>();
  /** What closed connections still send. */
  readonly #closing = new Set<Promise<void>>();
  #ids = noIds;
  #layout: StudioLayout | undefined;

  constructor(private readonly deps: ConnectionsDeps) {}

  /** Whether a record is attached to a connection. */
  has(kind: AttachedKind, record: string): boolean {
    return this.#ids[kind].has(record);
  }

  /** Returns the connection that a record is attached to; undefined if there is none. */
  of(kind: AttachedKind, record: string): AnyConnection | undefined {
    return this.#open.get(this.#ids[kind].get(record) ?? '')?.connection;
  }

  /** Returns the connection that a command is passed to; undefined if its record is attached to none. */
  forCommand(kind: AttachedKind, record: string, command: DeviceCommand): AnyConnection | undefined {
    const id = this.#ids[kind].get(record);
    if (id !== undefined) this.deps.wires?.noteCommand(id, command);
    return this.of(kind, record);
  }

  /** Serves a layout. Connections whose settings didn't change go on. */
  follow(layout: StudioLayout): void {
    this.#layout = layout;
    this.#ids = idsIn(layout);
    reconcile(this.#open, layout.connections ?? [], {
      open: (definition) => ({ definition, connection: this.#connect(definition, layout) }),
      serves: ({ definition: before, connection }, definition) => {
        if (!isEqual(before, definition)) return false;
        connection.follow(attachmentsTo(layout, definition.id));
        return true;
      },
      close: ({ definition, connection }) => {
        this.#close(connection);
        this.deps.wires?.forget(definition.id);
      },
    });
    for (const ids of Object.values(this.#ids))
      ids.forEach((_, record) => {
        this.deps.changed(record);
      });
  }

  /** Closes a connection and opens it anew. */
  reopen(id: string): void {
    const [opened, layout] = [this.#open.get(id), this.#layout];
    if (opened === undefined || layout === undefined) return;
    this.#close(opened.connection);
    this.#open.set(id, { ...opened, connection: this.#connect(opened.definition, layout) });
    for (const ids of Object.values(this.#ids))
      for (const [record, connection] of ids) if (connection === id) this.deps.changed(record);
  }

  close(): void {
    for (const { connection } of this.#open.values()) this.#close(connection);
  }

  /** Resolves once all devices have been sent what ends their connections, also of those that were closed before. */
  async whenClosed(): Promise<void> {
    await Promise.all(this.#closing);
  }

  #close(connection: AnyConnection): void {
    connection.close();
    const closing = connection.whenClosed?.();
    if (closing === undefined) return;
    const over = (): void => void this.#closing.delete(closing);
    this.#closing.add(closing);
    void closing.then(over, over);
  }

  #connect({ id, protocol, ...settings }: ConnectionDefinition, layout: StudioLayout): AnyConnection {
    const driver = this.deps.table[protocol];
    if (driver === undefined) throw new Error(`there is no driver for the protocol "${protocol}"`);
    const { table: _, flooded: noteFlood, states, wires, ...deps } = this.deps;
    const flooded = (message: string | null): void => noteFlood?.(id, message);
    states?.forget(id);
    const wire = wires?.open(id);
    const noted =
      wire === undefined
        ? {}
        : { wire, readSecret: hiding(deps.readSecret, wire), log: withoutSecrets(deps.log, wire) };
    for (const value of Object.values(fieldOf(settings, 'headers') ?? {})) wire?.hide(String(value));
    const failed = (given: string | null): void => {
      const reason = given === null ? null : (wire?.withoutSecrets(given) ?? given);
      states?.note(id, reason);
      if (reason !== null) wires?.noteLoss(id, reason);
    };
    return driver.open(settings, attachmentsTo(layout, id), { ...deps, ...noted, id, flooded, failed });
  }
}
