// The heartbeats of services. A service whose host loses power closes no connection; its missing heartbeats show that it is
// gone (STATUS-8).
import type { Clock } from '../../ports/clock.js';
import type { ConsoleMessages } from '../../ports/console-messages.js';
import type { StudioStore } from '../../ports/console-store.js';

/** How often a service sends a heartbeat, in milliseconds. */
export const heartbeatMs = 15_000;

/** After this number of periods without a heartbeat, a stream is ended. */
const maxMissed = 3;

/** A stream to a service that sends heartbeats. */
export interface BeatingStream {
  /** Names the stream in heartbeats. */
  readonly id: string;
  readonly studioId: string;
  /** The hash of the studio key with which the service connected. */
  readonly keyHash: string;
}

/** The heartbeats of all services. */
export interface ServiceHeartbeats {
  /** Calls `onSilent` once the heartbeats of a stream are missing, unless the returned function was called before. */
  readonly expect: (stream: BeatingStream, onSilent: () => void) => () => void;
  /** Returns the streams of a studio to this process. */
  readonly streams: (studioId: string) => readonly BeatingStream[];
  /** Takes the heartbeat of a stream, which may be one to another process. Resolves once it is passed on or dropped. */
  readonly receive: (studioId: string, streamId: string) => Promise<void>;
}

export interface ServiceHeartbeatDeps {
  readonly messages: ConsoleMessages;
  readonly clock: Pick<Clock, 'after'>;
  readonly store: Pick<StudioStore, 'keys'>;
}

/** A stream to this process, and the function that takes its heartbeats. */
interface Expected {
  readonly stream: BeatingStream;
  readonly beat: () => void;
}

/** The streams to this process, by studio and id. */
const expectedStreams = () => {
  const byStudio = new Map<string, Map<string, Expected>>();
  return {
    of: (studioId: string): ReadonlyMap<string, Expected> => byStudio.get(studioId) ?? new Map<string, Expected>(),
    add: (expected: Expected): void => {
      const { id, studioId } = expected.stream;
      byStudio.set(studioId, (byStudio.get(studioId) ?? new Map<string, Expected>()).set(id, expected));
    },
    remove: ({ id, studioId }: BeatingStream): void => {
      const streams = byStudio.get(studioId);
      streams?.delete(id);
      if (streams?.size === 0) byStudio.delete(studioId);
    },
  };
};

/** Whether the store answers. While it doesn't, consoles pass on no heartbeats of each other's streams. */
const isReachable = ({ store }: ServiceHeartbeatDeps, studioId: string): Promise<boolean> =>
  store.keys(studioId).then(
    () => true,
    () => false,
  );

/**
 * Calls `onSilent` after the periods without a beat. A period counts only if the store is reachable at its end, and a pause of
 * this process counts as one period: what has arrived meanwhile is read before the next one ends.
 */
const silence = (deps: ServiceHeartbeatDeps, studioId: string, onSilent: () => void) => {
  let cancel = (): void => undefined;
  let beats = 0;
  let missed = 0;

  const wait = (): void => {
    cancel();
    cancel = deps.clock.after(heartbeatMs, () => {
      wait();
      void count(beats);
    });
  };

  const count = async (beatsBefore: number): Promise<void> => {
    const isStoreReachable = await isReachable(deps, studioId);
    if (beats > beatsBefore || !isStoreReachable) return;
    missed += 1;
    if (missed === maxMissed) onSilent();
  };

  return {
    wait,
    beat: () => {
      beats += 1;
      missed = 0;
      wait();
    },
    stop: () => {
      beats = Infinity;
      cancel();
    },
  };
};

/** The most heartbeats of a studio that are passed on in a period, or wait to be sent. Further ones are dropped. */
const maxPassedOn = 8;

/**
 * Passes heartbeats on to the other processes. A heartbeat takes one of its studio's places until it is sent and the period is
 * over, so that a service can't fill the memory, nor the channel of the messages.
 */
const passing = ({ messages, clock }: ServiceHeartbeatDeps): ServiceHeartbeats['receive'] => {
  const taken = new Map<string, number>();

  const free = (studioId: string): void => {
    const left = (taken.get(studioId) ?? 0) - 1;
    if (left > 0) taken.set(studioId, left);
    else taken.delete(studioId);
  };

  return async (studioId, stream) => {
    const places = taken.get(studioId) ?? 0;
    if (places >= maxPassedOn) return;
    taken.set(studioId, places + 1);
    const period = new Promise<void>((resolve) => void clock.after(heartbeatMs, resolve));
    const sent = messages.send({ kind: 'heartbeat', studioId, stream });
    void Promise.all([period, sent]).then(() => {
      free(studioId);
    });
    await sent;
  };
};

/** Keeps track of the heartbeats, until the messages end. */
export const serviceHeartbeats = (deps: ServiceHeartbeatDeps): ServiceHeartbeats => {
  const { messages } = deps;
  const expected = expectedStreams();
  const passOn = passing(deps);

  messages.watch((message) => {
    if (message.kind === 'heartbeat') expected.of(message.studioId).get(message.stream)?.beat();
  });

  return {
    expect: (stream, onSilent) => {
      const { wait, beat, stop } = silence(deps, stream.studioId, onSilent);
      expected.add({ stream, beat });
      wait();
      return () => {
        expected.remove(stream);
        stop();
      };
    },
    streams: (studioId) => [...expected.of(studioId).values()].map(({ stream }) => stream),
    receive: async (studioId, streamId) => {
      const found = expected.of(studioId).get(streamId);
      if (found === undefined) await passOn(studioId, streamId);
      else found.beat();
    },
  };
};
