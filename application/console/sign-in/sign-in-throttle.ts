// The failed sign-ins of every address that has some, as the store keeps them for all console processes.
import type { Address } from '../../../domain/access/address.js';
import {
  forgiveFailures,
  removeFailure,
  addFailure,
  delayGroupOf,
  waitMs,
  type FailedSignIns,
} from '../../../domain/console/sign-in-delay.js';
import type { ConsoleServices } from '../console-services.js';

/** What is known of addresses that keep failing. */
export interface SignInThrottle {
  /** How long an address must wait before it may try again, milliseconds; 0 when it needn't. */
  readonly waitMs: (address: Address) => Promise<number>;
  /** Counts a try, unless the address must wait: how long, milliseconds; 0 when it needn't. */
  readonly attempt: (address: Address) => Promise<number>;
  /** One that was counted was none. */
  readonly takeBack: (address: Address) => Promise<void>;
  /** A sign-in from there has succeeded. */
  readonly forgive: (address: Address) => Promise<void>;
}

/** Opens the book. */
export const signInThrottle = ({ store, clock }: Pick<ConsoleServices, 'store' | 'clock'>): SignInThrottle => {
  const change = (address: Address, f: (failed: FailedSignIns) => FailedSignIns): Promise<FailedSignIns> =>
    store.changeFailures(delayGroupOf(address), f);

  return {
    waitMs: async (address) => waitMs(await change(address, (failed) => failed), clock.now()),
    attempt: async (address) => {
      const now = clock.now();
      return waitMs(await change(address, (failed) => (waitMs(failed, now) > 0 ? failed : addFailure(failed, now))), now);
    },
    takeBack: async (address) => {
      await change(address, removeFailure);
    },
    forgive: async (address) => {
      await change(address, (failed) => forgiveFailures(failed, clock.now()));
    },
  };
};
