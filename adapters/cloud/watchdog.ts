// Aborts a connection or request that has been silent for too long.
import type { Clock } from '../../application/ports/clock.js';

/** Watches one connection or request. */
export interface Watchdog {
  /** Fires after too long a silence. */
  readonly signal: AbortSignal;
  /** Restarts the timeout; to be called on every sign of life. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Starts a watchdog that fires `silenceMs` milliseconds after the last reset, or when `stopped` fires. */
export const watchdog = (clock: Clock, silenceMs: number, stopped: AbortSignal): Watchdog => {
  const silent = new AbortController();
  let cancel = (): void => undefined;
  const reset = (): void => {
    cancel();
    cancel = clock.after(silenceMs, () => {
      silent.abort(new Error(`no sign of life for ${String(silenceMs)} ms`));
    });
  };
  reset();
  return {
    signal: AbortSignal.any([silent.signal, stopped]),
    reset,
    stop: () => {
      cancel();
    },
  };
};
