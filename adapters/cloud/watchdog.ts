// A connection that has gone silent is given up, since nothing else would ever tell that it is dead.
import type { Clock } from '../../application/ports/clock.js';

/** Watches one connection. */
export interface Watchdog {
  /** Fires when nobody has shown a sign of life for too long. */
  readonly signal: AbortSignal;
  readonly signOfLife: () => void;
  readonly stop: () => void;
}

/** Gives up after `silenceMs` without a sign of life, or when `stopped` fires. */
export const watchdog = (clock: Clock, silenceMs: number, stopped: AbortSignal): Watchdog => {
  const silent = new AbortController();
  let callOff = (): void => undefined;
  const signOfLife = (): void => {
    callOff();
    callOff = clock.after(silenceMs, () => {
      silent.abort(new Error(`no sign of life for ${String(silenceMs)} ms`));
    });
  };
  signOfLife();
  return {
    signal: AbortSignal.any([silent.signal, stopped]),
    signOfLife,
    stop: () => {
      callOff();
    },
  };
};
