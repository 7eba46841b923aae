// Delays sign-ins after several failed ones (CONSOLE-4, CONSOLE-22, CONSOLE-23, LEGACY-AUTH-13).
import { dayMs } from '../time-units.js';

/** The failed sign-ins of one operator at one address, of one network, or of one operator. */
export interface FailedSignIns {
  readonly count: number;
  /** Time of the last one, milliseconds since 1970 UTC. */
  readonly last: number;
  /** Time of the last reset after a success, milliseconds since 1970 UTC. */
  readonly forgivenAt: number;
}

/** Numbers of failures without a delay: of one operator at one address, of one network, and of one operator. */
export const freeFailures = { pair: 5, network: 20, account: 100 } as const;

const firstDelayMs = 5_000;
const maxDelayMs = 300_000;

/** Failures expire after this time without another one. */
const expiryMs = 3_600_000;

/** Minimum time between resets, so that a program's frequent sign-ins don't reset an attacker's failures. */
const resetIntervalMs = 60_000;

/** A time that was stored while the clock was ahead counts as now (CONSOLE-37). */
const elapsedMs = (since: number, now: number): number => Math.max(0, now - since);

/** No failed sign-ins. */
export const noFailures: FailedSignIns = { count: 0, last: -Infinity, forgivenAt: -Infinity };

const delayMs = (count: number, free: number): number =>
  count < free ? 0 : Math.min(firstDelayMs * 2 ** (count - free), maxDelayMs);

/** Remaining delay before the next attempt, in milliseconds; 0 for none. The first `free` failures cause none. */
export const waitMs = ({ count, last }: FailedSignIns, now: number, free: number = freeFailures.pair): number =>
  Math.max(0, delayMs(count, free) - elapsedMs(last, now));

/** Whether the record can be deleted. */
export const isExpired = ({ last, forgivenAt }: FailedSignIns, now: number): boolean =>
  elapsedMs(Math.max(last, forgivenAt), now) >= expiryMs;

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
  failed.count === 0 || elapsedMs(failed.forgivenAt, now) < resetIntervalMs
    ? failed
    : { ...noFailures, forgivenAt: now };

/** How long an address is known after an operator has signed in from it: 90 days. */
const knownForMs = 90 * dayMs;

/** Minimum time between changes of the same known address: one day. */
const knownIntervalMs = dayMs;

/** Whether the record of an operator at an address says that the operator has signed in from it. */
export const isKnown = ({ forgivenAt }: FailedSignIns, now: number): boolean => elapsedMs(forgivenAt, now) < knownForMs;

/** Records that the operator has signed in from the address, at most once a day. */
export const markKnown = (known: FailedSignIns, now: number): FailedSignIns =>
  elapsedMs(known.forgivenAt, now) < knownIntervalMs ? known : { ...noFailures, forgivenAt: now };
