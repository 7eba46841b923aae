// The services connected to this process, by studio, and the version that was last sent to each.
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { acceptsKey, type StudioKeys } from '../../../domain/console/studio-key.js';
import type { StudioEntry, StudioRevision } from '../../ports/console-store.js';

/** A connected service. */
export interface SyncListener {
  /** The hash of the studio key with which it connected. */
  readonly keyHash: string;
  readonly send: (configuration: AccessConfiguration) => void;
  readonly end: () => void;
}

/** The services that are connected to this process. */
export interface ServiceConnections {
  /** Adds a listener; the returned function removes it. */
  readonly listen: (studioId: string, listener: SyncListener) => () => void;
  /**
   * Sends the configurations of studios to their listeners that don't have them yet. Ends those whose key isn't valid at `now`, and
   * all of a studio that was removed. `read` is called once, with the studios that are connected, if there are any.
   */
  readonly sendUpdates: (studioIds: readonly string[], read: ReadStudios, now: number) => Promise<void>;
  /** Whether `sendUpdates` would send or end anything. */
  readonly isOutdated: (studioId: string, revision: StudioRevision | undefined, now: number) => boolean;
  /** Ends the connections of a studio. */
  readonly close: (studioId: string) => void;
  /** Ends every connection. */
  readonly closeAll: () => void;
  readonly isConnected: (studioId: string) => boolean;
  /** Returns the studios whose services are connected here. */
  readonly connected: () => readonly string[];
  /** Calls `onChange` for the first connection of a studio and after its last, until the returned function is called. */
  readonly onConnectionChange: (onChange: ConnectionChangeHandler) => () => void;
}

/** Returns the studios with the given ids; those that were removed are left out. */
type ReadStudios = (ids: readonly string[]) => Promise<readonly StudioEntry[]>;

type ConnectionChangeHandler = (studioId: string, connected: boolean) => void;

/** A studio has one service; further connections are old ones that have not timed out yet. */
const maxListeners = 8;

/** A listener, and the newest version that it has been sent. */
interface Connection {
  readonly listener: SyncListener;
  sent: number;
}

type Connections = ReadonlySet<Connection>;

const none: Connections = new Set();

/** Whether a listener's key is still valid. */
const isAccepted = (keys: StudioKeys | undefined, { keyHash }: SyncListener, now: number): boolean =>
  keys !== undefined && acceptsKey(keys, keyHash, now);

/** Sends a configuration unless it is older than what was sent: reads may finish out of order. */
const sendIfNewer = (connection: Connection, { configuration }: StudioEntry): void => {
  if (configuration.version <= connection.sent) return;
  connection.sent = configuration.version;
  connection.listener.send(configuration);
};

/** The connections by studio; calls the handlers when a studio's first connection is added and its last removed. */
const registry = (handlers: ReadonlySet<ConnectionChangeHandler>) => {
  const connections = new Map<string, Connections>();
  const of = (studioId: string): Connections => connections.get(studioId) ?? none;

  const set = (studioId: string, updated: Connections): void => {
    const [wasConnected, isConnected] = [of(studioId).size > 0, updated.size > 0];
    if (isConnected) connections.set(studioId, updated);
    else connections.delete(studioId);
    if (wasConnected !== isConnected) for (const handle of handlers) handle(studioId, isConnected);
  };

  return {
    of,
    studios: () => [...connections.keys()],
    add: (studioId: string, added: Connection): void => {
      set(studioId, new Set([...of(studioId), added]));
    },
    remove: (studioId: string, removed: readonly Connection[]): void => {
      set(studioId, new Set([...of(studioId)].filter((connection) => !removed.includes(connection))));
    },
  };
};

type End = (studioId: string, ended: readonly Connection[]) => void;

/** Returns the function that sends updates to connections, and ends those that are no longer valid. */
const updater = (of: (studioId: string) => Connections, end: End): ServiceConnections['sendUpdates'] => {
  const update = (
    studioId: string,
    current: readonly Connection[],
    entry: StudioEntry | undefined,
    now: number,
  ): void => {
    const invalid = current.filter(({ listener }) => !isAccepted(entry, listener, now));
    end(studioId, invalid);
    for (const connection of current) if (entry && !invalid.includes(connection)) sendIfNewer(connection, entry);
  };
  return async (studioIds, read, now) => {
    // A connection that is added during the read gets an update of its own.
    const connected = studioIds.map((id) => ({ id, current: [...of(id)] })).filter(({ current }) => current.length > 0);
    if (connected.length === 0) return;
    const entries = await read(connected.map(({ id }) => id));
    const found = new Map(entries.map((entry) => [entry.studio.id, entry]));
    for (const { id, current } of connected) update(id, current, found.get(id), now);
  };
};

/** Keeps track of the connections in memory. */
export const serviceConnections = (): ServiceConnections => {
  const handlers = new Set<ConnectionChangeHandler>();
  const { of, studios, add, remove } = registry(handlers);

  const end: End = (studioId, ended) => {
    if (ended.length > 0) remove(studioId, ended);
    for (const { listener } of ended) listener.end();
  };

  const close = (studioId: string): void => {
    end(studioId, [...of(studioId)]);
  };

  const sendUpdates = updater(of, end);

  const listen: ServiceConnections['listen'] = (studioId, listener) => {
    const connection: Connection = { listener, sent: -1 };
    end(studioId, [...of(studioId)].slice(0, Math.max(0, of(studioId).size + 1 - maxListeners)));
    add(studioId, connection);
    return () => {
      remove(studioId, [connection]);
    };
  };

  return {
    listen,
    sendUpdates,
    isOutdated: (studioId, revision, now) =>
      [...of(studioId)].some(
        ({ listener, sent }) => !isAccepted(revision, listener, now) || sent < (revision?.desiredVersion ?? 0),
      ),
    close,
    closeAll: () => {
      studios().forEach(close);
    },
    isConnected: (studioId) => of(studioId).size > 0,
    connected: studios,
    onConnectionChange: (onChange) => {
      handlers.add(onChange);
      return () => {
        handlers.delete(onChange);
      };
    },
  };
};
