// Throttles addresses whose sign-ins keep failing. The store shares the counts among all console processes.
import type { Address } from '../../../domain/access/address.js';
import {
  forgiveFailures,
  removeFailure,
  addFailure,
  delayGroupOf,
  waitMs,
  type FailedSignIns,
} from '../../../domain/access/sign-in-delay.js';
import type { ConsoleServices } from '../console-services.js';

/** Counts failed sign-ins by address. */
export interface SignInThrottle {
  /** Returns how long an address must wait before its next attempt, milliseconds; 0 if it needn't. */
  readonly waitMs: (address: Address) => Promise<number>;
  /** Counts an attempt as failed unless the address must wait. Returns that wait, milliseconds; 0 if it needn't. */
  readonly countAttempt: (address: Address) => Promise<number>;
  /** Removes one counted attempt, as it has succeeded. */
  readonly undoAttempt: (address: Address) => Promise<void>;
  /** Clears the count after a successful sign-in. */
  readonly forgive: (address: Address) => Promise<void>;
}

/** Creates the throttle over a store. */
export const signInThrottle = ({ store, clock }: Pick<ConsoleServices, 'store' | 'clock'>): SignInThrottle => {
  const change = (address: Address, f: (failed: FailedSignIns) => FailedSignIns): Promise<FailedSignIns> =>
    store.changeFailures(delayGroupOf(address), f);

  return {
    waitMs: async (address) => waitMs(await change(address, (failed) => failed), clock.now()),
    countAttempt: async (address) => {
      const now = clock.now();
      return waitMs(
        await change(address, (failed) => (waitMs(failed, now) > 0 ? failed : addFailure(failed, now))),
        now,
      );
    },
    undoAttempt: async (address) => {
      await change(address, removeFailure);
    },
    forgive: async (address) => {
      await change(address, (failed) => forgiveFailures(failed, clock.now()));
    },
  };
};
