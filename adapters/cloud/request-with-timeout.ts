// Requests to the console with a timeout.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { watchdog } from './watchdog.js';

/** The timeout of most requests, milliseconds. */
const usualTimeoutMs = 10_000;

/** Returns an error's message and that of its cause; neither contains anything that was sent. */
export const errorReason = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

/** Returns the response of a request; logs a failure and returns `undefined`. */
export const requestWithTimeout = async <A>(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  request: (signal: AbortSignal) => Promise<A>,
  stopped: AbortSignal,
  timeoutMs = usualTimeoutMs,
): Promise<{ readonly response: A } | undefined> => {
  const watch = watchdog(clock, timeoutMs, stopped);
  try {
    return { response: await request(watch.signal) };
  } catch (error) {
    if (!stopped.aborted) log.warn('the console did not respond', { reason: errorReason(error) });
    return undefined;
  } finally {
    watch.stop();
  }
};
