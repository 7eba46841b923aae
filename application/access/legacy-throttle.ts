// Slows guesses of the legacy password (LEGACY-AUTH-13): an address that keeps failing has to wait.
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import { networkKey } from '../../domain/access/address.js';
import type { Caller, CallOrigin, RefusedDevice } from '../../domain/access/caller.js';
import { failedSignInTable } from '../../domain/access/failed-sign-ins.js';
import { legacyAttemptOf } from '../../domain/access/legacy-attempt.js';
import { coalescer, countFields } from '../audit/coalescer.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

export interface LegacyThrottleDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** The failed legacy passwords of every address that has some. */
export interface LegacyThrottle {
  /**
   * Counts the legacy header of a call whose caller was resolved, once per call. Returns true if its address has to
   * wait: then nothing is counted, and the header must be treated as not accepted, also if its password is right.
   */
  readonly isSlowed: (policy: AccessPolicy, origin: CallOrigin, caller: Caller | RefusedDevice | undefined) => boolean;
}

/** How long waits are counted before the count is logged, in milliseconds. */
const countingMs = 60_000;

/** The most addresses that the log distinguishes within that time. */
const maxLoggedAddresses = 32;

interface Wait {
  readonly address: string;
  readonly waitSeconds: number;
}

/** Logs the first wait of an address at once, and counts further ones. */
const waitLog = ({ clock, log }: LegacyThrottleDeps) =>
  coalescer<Wait>({
    clock,
    intervalMs: countingMs,
    maxKeys: maxLoggedAddresses,
    onFirst: (wait) => {
      log.warn('wrong legacy passwords: this address has to wait before another is checked', { ...wait });
    },
    onRepeated: (wait, counted) => {
      log.warn('more wrong legacy passwords: this address has to wait again', { ...wait, ...countFields(counted) });
    },
    onOthers: (counted) => {
      log.warn('wrong legacy passwords: further addresses have to wait', countFields(counted));
    },
  });

/** Addresses with a record of their own; about 2 MB of memory. */
const maxAddresses = 10_000;

/** Returns a throttle without any failures. It is in memory only: a restart forgets them. */
export const legacyThrottle = (deps: LegacyThrottleDeps): LegacyThrottle => {
  const { clock } = deps;
  const waits = waitLog(deps);
  const failures = failedSignInTable(maxAddresses);

  const countFailure = ({ address }: CallOrigin, now: number): void => {
    const waitMs = failures.addFailure(address, now);
    if (waitMs === 0) return;
    waits.record(networkKey(address), { address: address.text, waitSeconds: waitMs / 1_000 });
  };

  return {
    isSlowed: (policy, origin, caller) => {
      const attempt = legacyAttemptOf(policy, origin, caller);
      if (attempt === 'none') return false;
      const now = steadyMs(clock);
      if (failures.waitMs(origin.address, now) > 0) return true;
      if (attempt === 'failed') countFailure(origin, now);
      else failures.forgive(origin.address, now);
      return false;
    },
  };
};
