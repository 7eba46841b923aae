// The services connected to this process: who listens for which studio, and what each has been sent.
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { StudioEntry, StudioSyncStatus } from '../../ports/console-store.js';

/** A service that listens for its studio's configuration. */
export interface SyncListener {
  /** The hash of the key that it was let in with. */
  readonly keyHash: string;
  readonly send: (configuration: AccessConfiguration) => void;
  readonly end: () => void;
}

/** The services that are connected to this process. */
export interface ServiceConnections {
  /** Adds a listener; the returned function takes it away. */
  readonly listen: (studioId: string, listener: SyncListener) => () => void;
  /** Sends everyone of a studio what they don't have yet; ends those whose key, or whose studio, is no more. */
  readonly sendUpdates: (studioId: string, read: () => Promise<StudioEntry | undefined>) => Promise<void>;
  /** Whether settling a studio would do anything. */
  readonly isOutdated: (studioId: string, standing: StudioSyncStatus | undefined) => boolean;
  /** Ends every connection. */
  readonly closeAll: () => void;
  readonly isConnected: (studioId: string) => boolean;
  /** The studios whose services are connected here. */
  readonly connected: () => readonly string[];
  /** Tells when the first connection of a studio comes and when its last one goes; the returned function ends it. */
  readonly onConnectionChange: (tell: (studioId: string, connected: boolean) => void) => () => void;
}

/** A studio has one service; more are old connections that nobody has seen die yet. */
const mostListeners = 8;

/** A listener, and the newest version that it has been sent. */
interface Connection {
  readonly listener: SyncListener;
  sent: number;
}

type Connections = ReadonlySet<Connection>;

const none: Connections = new Set();

/** Changes may overtake one another on their way here: what isn't newer than the last is not sent. */
const bring = (connection: Connection, { configuration }: StudioEntry): void => {
  if (configuration.version <= connection.sent) return;
  connection.sent = configuration.version;
  connection.listener.send(configuration);
};

type TellPresence = (studioId: string, connected: boolean) => void;

/** The connections by studio; tells when the first of a studio comes and when the last goes. */
const registry = (tellers: ReadonlySet<TellPresence>) => {
  const connections = new Map<string, Connections>();
  const of = (studioId: string): Connections => connections.get(studioId) ?? none;

  const keep = (studioId: string, kept: Connections): void => {
    const [was, is] = [of(studioId).size > 0, kept.size > 0];
    if (is) connections.set(studioId, kept);
    else connections.delete(studioId);
    if (was !== is) for (const tell of tellers) tell(studioId, is);
  };

  return {
    of,
    studios: () => [...connections.keys()],
    add: (studioId: string, one: Connection): void => {
      keep(studioId, new Set([...of(studioId), one]));
    },
    forget: (studioId: string, gone: readonly Connection[]): void => {
      keep(studioId, new Set([...of(studioId)].filter((one) => !gone.includes(one))));
    },
  };
};

/** Keeps track of the connections in memory. */
export const serviceConnections = (): ServiceConnections => {
  const tellers = new Set<TellPresence>();
  const { of, studios, add, forget } = registry(tellers);

  const end = (studioId: string, ended: readonly Connection[]): void => {
    if (ended.length > 0) forget(studioId, ended);
    for (const { listener } of ended) listener.end();
  };

  const settle: ServiceConnections['sendUpdates'] = async (studioId, read) => {
    // Who comes while it is being read is settled by a reading of its own.
    const present = [...of(studioId)];
    const entry = await read();
    const strange = present.filter(({ listener }) => listener.keyHash !== entry?.keyHash);
    end(studioId, strange);
    for (const connection of present) if (entry && !strange.includes(connection)) bring(connection, entry);
  };

  const listen: ServiceConnections['listen'] = (studioId, listener) => {
    const connection: Connection = { listener, sent: -1 };
    end(studioId, [...of(studioId)].slice(0, Math.max(0, of(studioId).size + 1 - mostListeners)));
    add(studioId, connection);
    return () => {
      forget(studioId, [connection]);
    };
  };

  return {
    listen,
    sendUpdates: settle,
    isOutdated: (studioId, standing) =>
      [...of(studioId)].some(
        ({ listener, sent }) => listener.keyHash !== standing?.keyHash || sent < standing.desiredVersion,
      ),
    closeAll: () => {
      for (const studioId of studios()) end(studioId, [...of(studioId)]);
    },
    isConnected: (studioId) => of(studioId).size > 0,
    connected: studios,
    onConnectionChange: (tell) => {
      tellers.add(tell);
      return () => {
        tellers.delete(tell);
      };
    },
  };
};
