// Passes the calls of services to the operators who watch them, at any console process. Nothing is stored, and services
// send calls only while somebody watches (ACTIVITY-1).
import type { ObservedCalls } from '../../../domain/access/observed-call.js';
import type { Clock } from '../../ports/clock.js';
import type { ConsoleMessage, ConsoleMessages } from '../../ports/console-messages.js';
import { callForwarding, type CallForwarding } from './call-forwarding.js';

/** A message to an operator who watches. `service` states whether the service can send its calls. */
export type CallMessage =
  | { readonly event: 'service'; readonly data: { readonly sendsCalls: boolean } }
  | { readonly event: 'calls'; readonly data: ObservedCalls };

/** An operator who watches. */
export interface CallWatcher {
  readonly send: (message: CallMessage) => void;
  readonly end: () => void;
}

/** A connected service. `watchCalls` starts and ends its sending; undefined if the service is too old to send calls. */
export interface CallSource {
  readonly watchCalls: ((watched: boolean) => void) | undefined;
}

/** The calls that are watched. */
export interface CallRelay {
  /** Sends calls of a studio to a watcher, until the returned function is called. */
  readonly watch: (studioId: string, watcher: CallWatcher) => () => void;
  /** Adds a connected service; the returned function removes it. */
  readonly connect: (studioId: string, source: CallSource) => () => void;
  /** Forwards calls that a service has sent. Those of a studio that nobody watches are dropped. */
  readonly receive: CallForwarding;
  readonly endAll: () => void;
}

/** What the relay uses. `id` identifies this process. */
export interface CallRelayDeps {
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
const watchLeases = ({ clock }: Pick<CallRelayDeps, 'clock'>, onChange: (studioId: string) => void) => {
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

/** The services that are connected to this process: it starts and ends their sending. */
const callSources = ({ messages, clock }: CallRelayDeps) => {
  const sources = studioSets<CallSource>();
  const leases = watchLeases({ clock }, (studioId) => {
    for (const { watchCalls } of sources.of(studioId)) watchCalls?.(leases.isWatched(studioId));
  });

  const report = (studioId: string): void => {
    const connected = [...sources.of(studioId)];
    if (connected.length === 0 || !leases.isWatched(studioId)) return;
    void messages.send({
      kind: 'service',
      studioId,
      sendsCalls: connected.some(({ watchCalls }) => watchCalls !== undefined),
    });
  };

  return {
    isWatched: leases.isWatched,
    onWatch: (studioId: string, process: string): void => {
      leases.renew(studioId, process);
      report(studioId);
    },
    onEndWatch: leases.end,
    connect: (studioId: string, source: CallSource): (() => void) => {
      sources.add(studioId, source);
      if (leases.isWatched(studioId)) source.watchCalls?.(true);
      report(studioId);
      return () => {
        sources.remove(studioId, source);
      };
    },
  };
};

/** The operators who watch at this process. */
const callWatchers = ({ messages, clock, id }: CallRelayDeps) => {
  const watchers = studioSets<CallWatcher>();
  const renewals = new Map<string, () => void>();

  const renew = (studioId: string): void => {
    void messages.send({ kind: 'watch', studioId, from: id });
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
    void messages.send({ kind: 'end-watch', studioId, from: id });
  };

  return {
    send: (studioId: string, message: CallMessage): void => {
      for (const watcher of watchers.of(studioId)) watcher.send(message);
    },
    add: (studioId: string, watcher: CallWatcher): (() => void) => {
      // The service began for an earlier watcher, so its first batch doesn't come again.
      if (watchers.of(studioId).size > 0) watcher.send({ event: 'calls', data: { calls: [], notShown: 0 } });
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

/** Returns the relay, which works until the messages end. */
export const callRelay = (deps: CallRelayDeps): CallRelay => {
  const { messages } = deps;
  const sources = callSources(deps);
  const watchers = callWatchers(deps);

  const onMessage = (message: ConsoleMessage): void => {
    const { studioId, kind } = message;
    if (kind === 'watch') sources.onWatch(studioId, message.from);
    if (kind === 'end-watch') sources.onEndWatch(studioId, message.from);
    if (kind === 'service') watchers.send(studioId, { event: kind, data: { sendsCalls: message.sendsCalls } });
    if (kind === 'calls') watchers.send(studioId, { event: kind, data: message.calls });
  };

  messages.watch(onMessage);
  return {
    watch: watchers.add,
    connect: sources.connect,
    receive: callForwarding({ ...deps, isWatched: sources.isWatched }),
    endAll: watchers.endAll,
  };
};
