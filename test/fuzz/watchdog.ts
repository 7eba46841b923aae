// Ends a run whose input is never handled, such as one that a decoder reads in an endless loop.
import { Worker } from 'node:worker_threads';

/** An input that is about to be handled. */
export interface HandledInput {
  /** The file that it is written to if it is not handled in time. */
  readonly file: string;
  readonly input: Uint8Array;
  /** Its target, index and seed. */
  readonly what: string;
}

/** Watches one input after the other. */
export interface Watchdog {
  /** An input is about to be handled, in place of the one before. */
  readonly begin: (handled: HandledInput) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a watchdog. If an input takes longer than `limitMs` milliseconds, it writes the input to its file, names it on standard
 * error, and kills the process, because nothing else ends an endless loop.
 */
export const startWatchdog = (limitMs: number): Watchdog => {
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), { workerData: { limitMs }, execArgv: [] });
  thread.unref();
  return {
    begin: (handled) => {
      thread.postMessage(handled);
    },
    stop: async () => {
      await thread.terminate();
    },
  };
};
