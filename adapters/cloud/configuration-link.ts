// The service's link to the console: it follows the configuration by an event stream, polls when streams fail, and
// reports the version in force and the service's status. All connections are outgoing.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { watchTopics, type WatchTopic } from '../../domain/console/service-sends.js';
import type { ConfigurationIntake } from '../../application/access/configuration-intake.js';
import { changeNotifier, type Watch } from '../../application/ports/watch.js';
import { abortableDelay, jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { streamHeartbeats } from './heartbeats.js';
import { poll } from './poll.js';
import { requestWithTimeout, errorReason } from './request-with-timeout.js';
import { statusReporter, type AppliedReport, type StatusReporter, type StatusReporterDeps } from './status-reporter.js';
import { watchdog } from './watchdog.js';

/** The dependencies of the link. `random` returns numbers from 0 to below 1. */
export interface ConfigurationLinkDeps extends StatusReporterDeps {
  readonly client: ConsoleClient;
  readonly intake: ConfigurationIntake;
  /** Returns the version in force. */
  readonly version: () => number;
  /** Returns the SHA-256 of the canonical configuration in force, hexadecimal. Without it, none is reported. */
  readonly digest?: () => string;
  /** Is called when operators begin and end to watch a topic, also again while they watch. Without it, nothing is sent. */
  readonly onWatched?: (topic: WatchTopic, watched: boolean) => void;
  /** Is called with what operators ask about the studio file. Without it, nothing is answered. */
  readonly onAsk?: (data: unknown) => void;
}

/** A link that can be started once and stopped. */
export interface ConfigurationLink {
  readonly start: () => void;
  /** Stops the link; resolves once nothing of it is running. */
  readonly stop: () => Promise<void>;
  /** Whether the console's stream is open. */
  readonly connected: () => boolean;
  /** Reports every change of `connected`. */
  readonly watchConnected: Watch<boolean>;
}

/** How long the stream may be silent, milliseconds: three heartbeats of the console. */
const silenceMs = 45_000;

/** After this many failed connections in a row, the configuration is fetched by a request. */
const fetchAfterFailures = 2;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The state of the link. */
interface LinkState {
  connected: boolean;
  /** Is called after every change of `connected`. */
  readonly onConnectedChange: (connected: boolean) => void;
  /** Connections in a row that delivered no configuration. */
  failures: number;
}

const setConnected = (state: LinkState, connected: boolean): void => {
  if (state.connected === connected) return;
  state.connected = connected;
  state.onConnectedChange(connected);
};

/** Reads which topics operators begin and end to watch; other data names none. */
const watchedTopics = (data: string): readonly (readonly [WatchTopic, boolean])[] => {
  const parsed = t.UnknownRecord.decode(parse(data));
  if (E.isLeft(parsed)) return [];
  return watchTopics
    .filter((topic) => Object.hasOwn(parsed.right, topic))
    .map((topic) => [topic, parsed.right[topic] === true]);
};

/** What the link does with configurations. */
interface ConfigurationHandlers {
  readonly take: (text: string) => void;
  /** Fetches the configuration while the stream delivers none. */
  readonly fetchMeanwhile: (stopped: AbortSignal) => Promise<void>;
}

/** Follows the console's stream until it ends; returns the reason. */
const follow = async (
  deps: ConfigurationLinkDeps,
  state: LinkState,
  { take, fetchMeanwhile }: ConfigurationHandlers,
  stopped: AbortSignal,
): Promise<string> => {
  const { client, clock, log, onWatched, onAsk } = deps;
  const watch = watchdog(clock, silenceMs, stopped);
  const heartbeats = streamHeartbeats(deps);
  const delivered = new AbortController();
  const polling = poll(deps, fetchMeanwhile, AbortSignal.any([delivered.signal, stopped]));
  const onActivity = (): void => {
    if (!state.connected) log.info('connected to the console');
    setConnected(state, true);
    watch.reset();
  };
  const followed = client.follow(
    ({ event, data }) => {
      if (event === 'watch') for (const [topic, watched] of watchedTopics(data)) onWatched?.(topic, watched);
      if (event === 'ask') onAsk?.(parse(data));
      if (event === 'heartbeat') heartbeats.start(parse(data));
      if (event !== 'configuration') return;
      delivered.abort();
      state.failures = 0;
      take(data);
    },
    onActivity,
    watch.signal,
  );
  const reason = await followed.then(() => 'the console ended the connection', errorReason);
  watch.stop();
  delivered.abort();
  // Without the stream, the end of a watch would not be noticed.
  for (const topic of watchTopics) onWatched?.(topic, false);
  setConnected(state, false);
  await Promise.all([polling, heartbeats.stop()]);
  return reason;
};

/** Returns the function that reports once the configuration in force is on disk (CONFIG-16). */
const onceWritten =
  ({ written }: Pick<ConfigurationIntake, 'written'>, { reportApplied }: Pick<StatusReporter, 'reportApplied'>) =>
  (report: AppliedReport): void =>
    void written().then(() => {
      reportApplied(report);
    });

/** Creates the link, which isn't started yet. */
export const configurationLink = (deps: ConfigurationLinkDeps): ConfigurationLink => {
  const { client, intake, version, digest, clock, random, log } = deps;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const reporter = statusReporter(deps, stopped);
  const report = onceWritten(intake, reporter);
  const { watch: watchConnected, notify } = changeNotifier<boolean>();
  const state: LinkState = { connected: false, onConnectedChange: notify, failures: 0 };
  let running = Promise.resolve();

  const take = (text: string): void => {
    const result = intake.offer(parse(text));
    report(digest === undefined ? result : { ...result, digest: digest() });
  };

  /** Fetches the configuration; returns whether the console responded. */
  const fetchOnce = async (aborted: AbortSignal): Promise<boolean> => {
    const fetched = await requestWithTimeout(deps, (signal) => client.fetchConfiguration(version(), signal), aborted);
    if (fetched?.response !== undefined) take(fetched.response);
    return fetched !== undefined;
  };

  /** Resets the backoff when the console responds, so that its stream is tried again soon. */
  const fetchMeanwhile = async (aborted: AbortSignal): Promise<void> => {
    if (await fetchOnce(aborted)) state.failures = 0;
  };

  const connectOnce = async (): Promise<void> => {
    const reason = await follow(deps, state, { take, fetchMeanwhile }, stopped);
    if (stopped.aborted) return;
    state.failures += 1;
    log.warn('not connected to the console', { reason });
    if (state.failures >= fetchAfterFailures) await fetchOnce(stopped);
    await abortableDelay(clock, jitteredBackoffMs(state.failures, random()), stopped);
  };

  const run = async (): Promise<void> => {
    while (!stopped.aborted) await connectOnce();
  };

  return {
    start: () => {
      reporter.start();
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([running, reporter.idle(), intake.stop()]);
    },
    connected: () => state.connected,
    watchConnected,
  };
};
