// Passes what services send to the operators who watch it, at any console process: the calls of a studio, or what it is
// doing. Nothing is stored, and services send a topic only while somebody watches it (ACTIVITY-1, LIVE-1).
import type { ObservedCalls } from '../../../domain/access/observed-call.js';
import type { LiveState } from '../../../domain/console/live-state.js';
import type { WatchTopic } from '../../../domain/console/service-sends.js';
import type { Clock } from '../../ports/clock.js';
import type { ConsoleMessage, ConsoleMessages } from '../../ports/console-messages.js';

/** A message to an operator who watches. `service` states whether the service can send the topic. */
export type WatchMessage<Data> =
  | { readonly event: 'service'; readonly data: { readonly sends: boolean } }
  | { readonly event: WatchTopic; readonly data: Data };

/** An operator who watches. */
export interface Watcher<Data> {
  readonly send: (message: WatchMessage<Data>) => void;
  readonly end: () => void;
}

/** A connected service. */
export interface WatchSource {
  /** Starts and ends its sending, and starts it again while it lasts; undefined if it is too old to send the topic. */
  readonly setWatched: ((watched: boolean) => void) | undefined;
}

/** Forwards what a service of a studio has sent; resolves once it is sent or dropped. Never rejects. */
export type Forwarding<Data> = (studioId: string, data: Data) => Promise<void>;

/** What a forwarding uses. `isWatched` returns whether any operator watches a studio. */
export interface ForwardingDeps {
  readonly messages: Pick<ConsoleMessages, 'maxLength' | 'send'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly isWatched: (studioId: string) => boolean;
}

/** What a relay passes. */
export interface RelayedTopic<Data> {
  readonly topic: WatchTopic;
  readonly forwarding: (deps: ForwardingDeps) => Forwarding<Data>;
  /** Returns what a message of the topic has; undefined for other messages. */
  readonly dataOf: (message: ConsoleMessage) => Data | undefined;
  /** What a further watcher gets at once; absent if the service sends everything again. */
  readonly onFurtherWatcher?: Data;
}

/** What is watched of one topic. */
export interface WatchRelay<Data> {
  /** Sends what a studio's service sends to a watcher, until the returned function is called. */
  readonly watch: (studioId: string, watcher: Watcher<Data>) => () => void;
  /** Adds a connected service; the returned function removes it. */
  readonly connect: (studioId: string, source: WatchSource) => () => void;
  /** Forwards what a service has sent. That of a studio that nobody watches is dropped. */
  readonly receive: Forwarding<Data>;
  readonly endAll: () => void;
}

/** The relays of everything that operators watch. */
export interface WatchRelays {
  readonly calls: WatchRelay<ObservedCalls>;
  readonly state: WatchRelay<LiveState>;
}

/** What the relay uses. `id` identifies this process. */
export interface WatchRelayDeps {
  readonly messages: ConsoleMessages;
  readonly clock: Pick<Clock, 'after'>;
  readonly id: string;
}

/** How often a process repeats that it has watchers, and after which time without it has none, in milliseconds. */
const renewalMs = 10_000;
const leaseMs = 3 * renewalMs;

/** Values by studio. */
const studioSets = <A>() => {
  const sets = new Map<string, Set<A>>();
  return {
    of: (studioId: string): ReadonlySet<A> => sets.get(studioId) ?? new Set(),
    studios: (): readonly string[] => [...sets.keys()],
    add: (studioId: string, value: A): void => {
      sets.set(studioId, (sets.get(studioId) ?? new Set()).add(value));
    },
    remove: (studioId: string, value: A): void => {
      const set = sets.get(studioId);
      set?.delete(value);
      if (set?.size === 0) sets.delete(studioId);
    },
  };
};

/** The processes that have watchers, by studio, until their leases end. */
const watchLeases = ({ clock }: Pick<WatchRelayDeps, 'clock'>, onChange: (studioId: string) => void) => {
  const leases = new Map<string, Map<string, () => void>>();

  const end = (studioId: string, process: string): void => {
    const processes = leases.get(studioId);
    processes?.get(process)?.();
    if (processes?.delete(process) !== true || processes.size > 0) return;
    leases.delete(studioId);
    onChange(studioId);
  };

  return {
    isWatched: (studioId: string): boolean => leases.has(studioId),
    end,
    renew: (studioId: string, process: string): void => {
      const processes = leases.get(studioId) ?? new Map<string, () => void>();
      processes.get(process)?.();
      processes.set(
        process,
        clock.after(leaseMs, () => {
          end(studioId, process);
        }),
      );
      leases.set(studioId, processes);
      onChange(studioId);
    },
  };
};

/** The services that are connected to this process: starts and ends their sending. */
const watchSources = ({ messages, clock }: WatchRelayDeps, topic: WatchTopic) => {
  const sources = studioSets<WatchSource>();
  const leases = watchLeases({ clock }, (studioId) => {
    for (const { setWatched } of sources.of(studioId)) setWatched?.(leases.isWatched(studioId));
  });

  const report = (studioId: string): void => {
    const connected = [...sources.of(studioId)];
    if (connected.length === 0 || !leases.isWatched(studioId)) return;
    const sends = connected.some(({ setWatched }) => setWatched !== undefined);
    void messages.send({ kind: 'service', topic, studioId, sends });
  };

  return {
    isWatched: leases.isWatched,
    onWatch: (studioId: string, process: string): void => {
      leases.renew(studioId, process);
      report(studioId);
    },
    onEndWatch: leases.end,
    connect: (studioId: string, source: WatchSource): (() => void) => {
      sources.add(studioId, source);
      if (leases.isWatched(studioId)) source.setWatched?.(true);
      report(studioId);
      return () => {
        sources.remove(studioId, source);
      };
    },
  };
};

/** The operators who watch at this process. */
const topicWatchers = <Data>(
  { messages, clock, id }: WatchRelayDeps,
  { topic, onFurtherWatcher }: RelayedTopic<Data>,
) => {
  const watchers = studioSets<Watcher<Data>>();
  const renewals = new Map<string, () => void>();

  const renew = (studioId: string): void => {
    void messages.send({ kind: 'watch', topic, studioId, from: id });
    renewals.set(
      studioId,
      clock.after(renewalMs, () => {
        renew(studioId);
      }),
    );
  };

  const stop = (studioId: string): void => {
    renewals.get(studioId)?.();
    renewals.delete(studioId);
    void messages.send({ kind: 'end-watch', topic, studioId, from: id });
  };

  return {
    send: (studioId: string, message: WatchMessage<Data>): void => {
      for (const watcher of watchers.of(studioId)) watcher.send(message);
    },
    add: (studioId: string, watcher: Watcher<Data>): (() => void) => {
      // The service began for an earlier watcher, so its first batch doesn't come again.
      if (watchers.of(studioId).size > 0 && onFurtherWatcher !== undefined)
        watcher.send({ event: topic, data: onFurtherWatcher });
      watchers.add(studioId, watcher);
      renewals.get(studioId)?.();
      renew(studioId);
      return () => {
        if (!watchers.of(studioId).has(watcher)) return;
        watchers.remove(studioId, watcher);
        if (watchers.of(studioId).size === 0) stop(studioId);
      };
    },
    endAll: (): void => {
      for (const studioId of watchers.studios()) for (const watcher of [...watchers.of(studioId)]) watcher.end();
    },
  };
};

/** Returns the relay of a topic, which works until the messages end. */
export const watchRelay = <Data>(deps: WatchRelayDeps, relayed: RelayedTopic<Data>): WatchRelay<Data> => {
  const { messages } = deps;
  const { topic, dataOf, forwarding } = relayed;
  const sources = watchSources(deps, topic);
  const watchers = topicWatchers(deps, relayed);

  const onMessage = (message: ConsoleMessage): void => {
    const { studioId } = message;
    const data = dataOf(message);
    if (data !== undefined) watchers.send(studioId, { event: topic, data });
    if (!('topic' in message) || message.topic !== topic) return;
    if (message.kind === 'watch') sources.onWatch(studioId, message.from);
    if (message.kind === 'end-watch') sources.onEndWatch(studioId, message.from);
    if (message.kind === 'service') watchers.send(studioId, { event: 'service', data: { sends: message.sends } });
  };
  messages.watch(onMessage);
  return {
    watch: watchers.add,
    connect: sources.connect,
    receive: forwarding({ ...deps, isWatched: sources.isWatched }),
    endAll: watchers.endAll,
  };
};
