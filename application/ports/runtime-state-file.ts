// The port of the file that stores the runtime state.
import type { RuntimeState } from '../../domain/studio/runtime-state.js';

/** Stores the newest runtime state. */
export interface RuntimeStateFile {
  /** Returns the stored state, or undefined if there is none or it isn't valid. Never rejects. */
  readonly load: () => Promise<RuntimeState | undefined>;
  /** Resolves when the state would survive a power cut. Rejects if it can't be written. Calls must not overlap. */
  readonly save: (runtime: RuntimeState) => Promise<void>;
  /** Closes the file, which the next save opens again. */
  readonly close: () => Promise<void>;
}
