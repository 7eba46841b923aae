// The failed sign-ins of many addresses, in memory and limited in number.
import { networkKey, type Address } from './address.js';
import { addFailure, forgiveFailures, isExpired, noFailures, waitMs, type FailedSignIns } from './sign-in-delay.js';

/** The failed sign-ins by address. Times are in milliseconds of one clock, which nobody should be able to set. */
export interface FailedSignInTable {
  /** Remaining delay of an address before its next attempt, in milliseconds; 0 for none. */
  readonly waitMs: (address: Address, now: number) => number;
  /** Counts a failure. Returns the delay that it causes, in milliseconds; 0 for none. */
  readonly addFailure: (address: Address, now: number) => number;
  /** Resets the failures of an address after a success. */
  readonly forgive: (address: Address, now: number) => void;
  /** Number of records in memory. */
  readonly size: () => number;
}

/** The key of the record that addresses share for which the table has no place. No address has an empty key. */
const sharedKey = '';

/**
 * Returns an empty table. Up to `maxAddresses` addresses have a record each; any more of them share one, so that an
 * attacker with many addresses is slowed and displaces no other's record.
 */
export const failedSignInTable = (maxAddresses: number): FailedSignInTable => {
  /** Ordered by the time of the last change, so that the expired records are the first ones. */
  const records = new Map<string, FailedSignIns>();

  const keyOf = (address: Address): string => {
    const group = networkKey(address);
    return records.has(group) || records.size < maxAddresses ? group : sharedKey;
  };

  const deleteExpired = (now: number): void => {
    for (const [key, failed] of records) {
      if (!isExpired(failed, now)) return;
      records.delete(key);
    }
  };

  const change = (address: Address, now: number, f: (failed: FailedSignIns) => FailedSignIns): FailedSignIns => {
    deleteExpired(now);
    const key = keyOf(address);
    const before = records.get(key) ?? noFailures;
    const after = f(before);
    if (after !== before) {
      records.delete(key);
      records.set(key, after);
    }
    return after;
  };

  return {
    waitMs: (address, now) =>
      waitMs(
        change(address, now, (failed) => failed),
        now,
      ),
    addFailure: (address, now) =>
      waitMs(
        change(address, now, (failed) => addFailure(failed, now)),
        now,
      ),
    forgive: (address, now) => void change(address, now, (failed) => forgiveFailures(failed, now)),
    size: () => records.size,
  };
};
