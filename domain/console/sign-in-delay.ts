// Failed sign-ins slow an address down: how many are free, and how long each further one costs.
import { prefixKey, type Address } from '../access/address.js';

/** The failed sign-ins of one address. */
export interface FailedSignIns {
  readonly count: number;
  /** Milliseconds since 1970 UTC. */
  readonly last: number;
}

/** So many may fail at no cost. */
const freeFailures = 5;

const firstDelayMs = 5_000;
const longestDelayMs = 300_000;

/** After so long without a further one, failures are forgotten. */
const forgottenAfterMs = 3_600_000;

export const noFailures: FailedSignIns = { count: 0, last: 0 };

const delayMs = (count: number): number =>
  count < freeFailures ? 0 : Math.min(firstDelayMs * 2 ** (count - freeFailures), longestDelayMs);

/** How long the address must wait before it may try again, milliseconds; 0 when it needn't. */
export const waitMs = ({ count, last }: FailedSignIns, now: number): number => Math.max(0, last + delayMs(count) - now);

/** Whether the failures no longer count. */
export const isForgotten = ({ last }: FailedSignIns, now: number): boolean => last + forgottenAfterMs <= now;

/** One failure more. */
export const oneMore = (failed: FailedSignIns, now: number): FailedSignIns => ({
  count: isForgotten(failed, now) ? 1 : failed.count + 1,
  last: now,
});

const ipv6NetworkBits = 64;

/** Addresses that are slowed down together: a whole IPv6 /64, since that is what one subscriber has. */
export const slowedTogether = (address: Address): string =>
  address.octets.length === 4 ? address.text : prefixKey(address, ipv6NetworkBits);
