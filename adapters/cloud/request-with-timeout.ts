// A question to the console that must not take for ever.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { watchdog } from './watchdog.js';

/** How long a single question may take, milliseconds. */
const questionMs = 10_000;

/** What went wrong, without anything that was sent. */
export const reasonOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

/** Asks, and gives nothing where no answer came: that is worth a line in the log, no more. */
export const requestWithTimeout = async <A>(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  ask: (signal: AbortSignal) => Promise<A>,
  stopped: AbortSignal,
): Promise<{ readonly answer: A } | undefined> => {
  const watch = watchdog(clock, questionMs, stopped);
  try {
    return { answer: await ask(watch.signal) };
  } catch (error) {
    if (!stopped.aborted) log.warn('the console did not answer', { reason: reasonOf(error) });
    return undefined;
  } finally {
    watch.stop();
  }
};
