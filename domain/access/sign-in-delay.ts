// Delays sign-ins from an address after several failed ones (CONSOLE-4, LEGACY-AUTH-13).
import { prefixKey, type Address } from './address.js';

/** The failed sign-ins of one address. */
export interface FailedSignIns {
  readonly count: number;
  /** Time of the last one, milliseconds since 1970 UTC. */
  readonly last: number;
  /** Time of the last reset after a success, milliseconds since 1970 UTC. */
  readonly forgivenAt: number;
}

/** Number of failures without a delay. */
const freeFailures = 5;

const firstDelayMs = 5_000;
const maxDelayMs = 300_000;

/** Failures expire after this time without another one. */
const expiryMs = 3_600_000;

/** Minimum time between resets, so that a program's frequent sign-ins don't reset an attacker's failures. */
const resetIntervalMs = 60_000;

/** No failed sign-ins. */
export const noFailures: FailedSignIns = { count: 0, last: -Infinity, forgivenAt: -Infinity };

const delayMs = (count: number): number =>
  count < freeFailures ? 0 : Math.min(firstDelayMs * 2 ** (count - freeFailures), maxDelayMs);

/** Remaining delay before the next attempt, in milliseconds; 0 for none. */
export const waitMs = ({ count, last }: FailedSignIns, now: number): number => Math.max(0, last + delayMs(count) - now);

/** Whether the record can be deleted. */
export const isExpired = ({ last, forgivenAt }: FailedSignIns, now: number): boolean =>
  Math.max(last, forgivenAt) + expiryMs <= now;

/** Adds a failure. */
export const addFailure = (failed: FailedSignIns, now: number): FailedSignIns => ({
  ...failed,
  count: isExpired(failed, now) ? 1 : failed.count + 1,
  last: now,
});

/** Removes a failure that was added in advance, when the attempt didn't fail. */
export const removeFailure = (failed: FailedSignIns): FailedSignIns => ({
  ...failed,
  count: Math.max(0, failed.count - 1),
});

/** Resets the failures after a successful sign-in, at most once per interval. */
export const forgiveFailures = (failed: FailedSignIns, now: number): FailedSignIns =>
  failed.count === 0 || failed.forgivenAt + resetIntervalMs > now ? failed : { ...noFailures, forgivenAt: now };

const ipv6NetworkBits = 64;

/** Returns the key of addresses that are delayed together. IPv6 counts by /64, which is one subscriber's network. */
export const delayGroupOf = (address: Address): string =>
  address.octets.length === 4 ? address.text : prefixKey(address, ipv6NetworkBits);
