// Failed sign-ins slow an address down: how many are free, and how long each further one costs.
import { prefixKey, type Address } from '../access/address.js';

/** The failed sign-ins of one address. */
export interface FailedSignIns {
  readonly count: number;
  /** When the last one was, milliseconds since 1970 UTC. */
  readonly last: number;
  /** When earlier ones were forgiven, milliseconds since 1970 UTC. */
  readonly forgivenAt: number;
}

/** So many may fail at no cost. */
const freeFailures = 5;

const firstDelayMs = 5_000;
const longestDelayMs = 300_000;

/** After so long without a further one, failures are forgotten. */
const forgottenAfterMs = 3_600_000;

/** Forgiveness comes once in so long: a program that signs in all the time must not cover for a guesser beside it. */
const forgivenEveryMs = 60_000;

/** Nothing has failed. */
export const noFailures: FailedSignIns = { count: 0, last: -Infinity, forgivenAt: -Infinity };

const delayMs = (count: number): number =>
  count < freeFailures ? 0 : Math.min(firstDelayMs * 2 ** (count - freeFailures), longestDelayMs);

/** How long the address must wait before it may try again, milliseconds; 0 when it needn't. */
export const waitMs = ({ count, last }: FailedSignIns, now: number): number => Math.max(0, last + delayMs(count) - now);

/** Whether there is nothing left to be remembered. */
export const isForgotten = ({ last, forgivenAt }: FailedSignIns, now: number): boolean =>
  Math.max(last, forgivenAt) + forgottenAfterMs <= now;

/** One failure more. */
export const oneMore = (failed: FailedSignIns, now: number): FailedSignIns => ({
  ...failed,
  count: isForgotten(failed, now) ? 1 : failed.count + 1,
  last: now,
});

/** One that turned out to be none. */
export const oneLess = (failed: FailedSignIns): FailedSignIns => ({ ...failed, count: Math.max(0, failed.count - 1) });

/** What is left of failures after a sign-in that succeeded. */
export const forgive = (failed: FailedSignIns, now: number): FailedSignIns =>
  failed.count === 0 || failed.forgivenAt + forgivenEveryMs > now ? failed : { ...noFailures, forgivenAt: now };

const ipv6NetworkBits = 64;

/** Addresses that are slowed down together: a whole IPv6 /64, since that is what one subscriber has. */
export const slowedTogether = (address: Address): string =>
  address.octets.length === 4 ? address.text : prefixKey(address, ipv6NetworkBits);
