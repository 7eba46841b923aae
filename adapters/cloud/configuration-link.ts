// The service's link to the console: configuration comes in by push, or by asking when push fails, and what is in
// force is told back. The service calls out; nothing ever calls in.
import type { ConfigurationIntake } from '../../application/configuration.js';
import { backoffMs, waitFor } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { question, reasonOf } from './question.js';
import { teller, type TellingNeeds } from './teller.js';
import { watchdog } from './watchdog.js';

/** What the link needs. `random` gives numbers from 0 to below 1. */
export interface LinkNeeds extends TellingNeeds {
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

/** Follows the console's stream until it ends; gives the reason. */
const follow = async (
  { client, clock, log }: LinkNeeds,
  present: Present,
  take: (text: string) => Promise<void>,
  stopped: AbortSignal,
): Promise<string> => {
  const watch = watchdog(clock, silenceMs, stopped);
  let taking = Promise.resolve();
  const onSign = (): void => {
    if (!present.connected) log.info('connected to the console');
    present.connected = true;
    watch.signOfLife();
  };
  const followed = client.follow(
    ({ event, data }) => {
      if (event !== 'configuration') return;
      present.failures = 0;
      const taken = take(data);
      taking = taking.then(() => taken);
    },
    onSign,
    watch.signal,
  );
  const reason = await followed.then(() => 'the console ended the connection', reasonOf);
  watch.stop();
  present.connected = false;
  await taking;
  return reason;
};

/** Makes the link, which does nothing yet. */
export const configurationLink = (needs: LinkNeeds): ConfigurationLink => {
  const { client, intake, version, clock, random, log } = needs;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const { tell, idle } = teller(needs, stopped);
  const present: Present = { connected: false, failures: 0 };
  let running = Promise.resolve();

  const take = async (text: string): Promise<void> => {
    tell(await intake.offer(parse(text)));
  };

  /** Asking may go through where something on the way holds streams back. */
  const ask = async (): Promise<void> => {
    const asked = await question(needs, (signal) => client.ask(version(), signal), stopped);
    if (asked?.answer !== undefined) await take(asked.answer);
  };

  const connectOnce = async (): Promise<void> => {
    const reason = await follow(needs, present, take, stopped);
    if (stopped.aborted) return;
    present.failures += 1;
    log.warn('not connected to the console', { reason });
    if (present.failures >= askFromFailure) await ask();
    await waitFor(clock, backoffMs(present.failures, random()), stopped);
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
