// The service's link to the console: configuration comes in by push, or by asking when push fails, and what is in
// force is told back. The service calls out; nothing ever calls in.
import type { ConfigurationIntake } from '../../application/access/configuration-intake.js';
import { backoffMs, jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { poll } from './poll.js';
import { requestWithTimeout, reasonOf } from './request-with-timeout.js';
import { appliedVersionReporter, type AppliedVersionReporterDeps } from './applied-version-reporter.js';
import { watchdog } from './watchdog.js';

/** What the link needs. `random` gives numbers from 0 to below 1. */
export interface ConfigurationLinkDeps extends AppliedVersionReporterDeps {
  readonly client: ConsoleClient;
  readonly intake: ConfigurationIntake;
  /** The version in force. */
  readonly version: () => number;
}

/** A link that can be started once and stopped. */
export interface ConfigurationLink {
  readonly start: () => void;
  /** Ends the link; resolves once nothing of it goes on. */
  readonly stop: () => Promise<void>;
  /** Whether the console's stream is open. */
  readonly connected: () => boolean;
}

/** Three heartbeats of the console may go missing, milliseconds. */
const silenceMs = 45_000;

/** So many connections in a row must fail before the console is asked instead. */
const askFromFailure = 2;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is known of the link's present. */
interface Present {
  connected: boolean;
  /** Connections in a row that brought no configuration. */
  failures: number;
}

/** What is done with what the console says. */
interface Hearing {
  readonly take: (text: string) => Promise<void>;
  /** Asks for the configuration while the stream brings none. */
  readonly askMeanwhile: (over: AbortSignal) => Promise<void>;
}

/** Follows the console's stream until it ends; gives the reason. */
const follow = async (
  needs: ConfigurationLinkDeps,
  present: Present,
  { take, askMeanwhile }: Hearing,
  stopped: AbortSignal,
): Promise<string> => {
  const { client, clock, log } = needs;
  const watch = watchdog(clock, silenceMs, stopped);
  const brings = new AbortController();
  const polling = poll(needs, askMeanwhile, AbortSignal.any([brings.signal, stopped]));
  let taking = Promise.resolve();
  const onSign = (): void => {
    if (!present.connected) log.info('connected to the console');
    present.connected = true;
    watch.signOfLife();
  };
  const followed = client.follow(
    ({ event, data }) => {
      if (event !== 'configuration') return;
      brings.abort();
      present.failures = 0;
      const taken = take(data);
      taking = taking.then(() => taken);
    },
    onSign,
    watch.signal,
  );
  const reason = await followed.then(() => 'the console ended the connection', reasonOf);
  watch.stop();
  brings.abort();
  present.connected = false;
  await Promise.all([taking, polling]);
  return reason;
};

/** Makes the link, which does nothing yet. */
export const configurationLink = (needs: ConfigurationLinkDeps): ConfigurationLink => {
  const { client, intake, version, clock, random, log } = needs;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const { tell, idle } = appliedVersionReporter(needs, stopped);
  const present: Present = { connected: false, failures: 0 };
  let running = Promise.resolve();

  const take = async (text: string): Promise<void> => {
    tell(await intake.offer(parse(text)));
  };

  /** Asking may go through where something on the way holds streams back; tells whether it did. */
  const ask = async (over: AbortSignal): Promise<boolean> => {
    const asked = await requestWithTimeout(needs, (signal) => client.ask(version(), signal), over);
    if (asked?.answer !== undefined) await take(asked.answer);
    return asked !== undefined;
  };

  /** A console that answers is there: its stream is tried again soon. */
  const askMeanwhile = async (over: AbortSignal): Promise<void> => {
    if (await ask(over)) present.failures = 0;
  };

  const connectOnce = async (): Promise<void> => {
    const reason = await follow(needs, present, { take, askMeanwhile }, stopped);
    if (stopped.aborted) return;
    present.failures += 1;
    log.warn('not connected to the console', { reason });
    if (present.failures >= askFromFailure) await ask(stopped);
    await jitteredBackoffMs(clock, backoffMs(present.failures, random()), stopped);
  };

  const run = async (): Promise<void> => {
    while (!stopped.aborted) await connectOnce();
  };

  return {
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      intake.stop();
      await Promise.all([running, idle()]);
    },
    connected: () => present.connected,
  };
};
