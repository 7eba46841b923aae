// The callers that a studio's service refused recently: refused calls by address, and for each address by reason and device.
import { keptCallers, sameNetwork } from './kept-callers.js';
import {
  maxReasons,
  maxRefusedCount,
  maxUnknownTokens,
  type DeniedCall,
  type RefusalBatch,
  type RefusedReason,
} from './report.js';

/** The refused calls from one address; `reason` and `lastTime` are those of the last one. */
export interface KnownCaller {
  readonly address: string;
  /** Newer services may have others than those that this program knows. */
  readonly reason: string;
  readonly count: number;
  /** Milliseconds since 1970 UTC. */
  readonly lastTime: number;
  /**
   * Newest first, at most {@link maxReasons}. Absent if none is known: services of earlier versions report the last reason only.
   * Their counts may be less than `count`.
   */
  readonly reasons?: readonly RefusedReason[];
}

const keyOf = ({ reason, device, tokenHash }: RefusedReason): string => JSON.stringify([reason, device, tokenHash]);

const isSameReason = (one: RefusedReason, other: RefusedReason): boolean =>
  one.reason === other.reason && one.device === other.device && one.tokenHash === other.tokenHash;

const newestFirst = (one: { readonly lastTime: number }, other: { readonly lastTime: number }): number =>
  other.lastTime - one.lastTime;

const newerOf = <A extends { readonly lastTime: number }>(known: A, added: A): A =>
  added.lastTime >= known.lastTime ? added : known;

/** Returns the function that limits the time of calls to `now`: they can be later only by a clock that is ahead, or was set back. */
export const notAfter =
  (now: number) =>
  <A extends { readonly lastTime: number }>(calls: A): A =>
    calls.lastTime > now ? { ...calls, lastTime: now } : calls;

const sum = (one: number, other: number): number => Math.min(maxRefusedCount, one + other);

/** Returns a reason with further calls of the same one. */
const withMore = (before: RefusedReason, added: RefusedReason): RefusedReason => ({
  ...newerOf(before, added),
  count: sum(before.count, added.count),
});

/** Returns reasons without the unknown tokens beyond their number: those that have called least. */
const withinTokens = (reasons: readonly RefusedReason[]): readonly RefusedReason[] => {
  const tokens = reasons.filter(({ tokenHash }) => tokenHash !== undefined);
  if (tokens.length <= maxUnknownTokens) return reasons;
  const dropped = new Set(tokens.toSorted((one, other) => other.count - one.count).slice(maxUnknownTokens));
  return reasons.filter((one) => !dropped.has(one));
};

const addAll = (known: readonly RefusedReason[], added: readonly RefusedReason[]): readonly RefusedReason[] => {
  // The oldest first.
  const byKey = new Map(known.toReversed().map((one) => [keyOf(one), one]));
  for (const one of added.toReversed()) {
    const before = byKey.get(keyOf(one));
    byKey.delete(keyOf(one));
    byKey.set(keyOf(one), before ? withMore(before, one) : one);
  }
  return withinTokens([...byKey.values()].reverse().sort(newestFirst)).slice(0, maxReasons);
};

/**
 * Returns reasons with further ones, both newest first: each reason of each device counts once. The oldest are dropped; of
 * calls at the same time, those that were added last are kept.
 */
export const addReasons = (
  known: readonly RefusedReason[],
  added: readonly RefusedReason[],
): readonly RefusedReason[] => {
  const [before, one] = [known[0], added[0]];
  // A caller that is refused for one reason again and again needs no sorting. Every refused call is counted here.
  const isOne = before !== undefined && one !== undefined && known.length + added.length === 2;
  return isOne && isSameReason(before, one) ? [withMore(before, one)] : addAll(known, added);
};

const merged = (known: KnownCaller | undefined, added: KnownCaller): KnownCaller => {
  if (known === undefined) return added;
  const { address, reason, lastTime } = newerOf(known, added);
  const reasons = addReasons(known.reasons ?? [], added.reasons ?? []);
  const count = Math.min(Number.MAX_SAFE_INTEGER, known.count + added.count);
  return { address, reason, count, lastTime, ...(reasons.length > 0 && { reasons }) };
};

/** Returns a caller of which one device was refused after it had been identified. */
const callerOf = ({ address, ...reason }: DeniedCall): KnownCaller => ({
  address,
  reason: reason.reason,
  count: reason.count,
  lastTime: reason.lastTime,
  reasons: [reason],
});

/** Returns the callers with those of a batch, newest first: the newest addresses are kept (REPORT-5, REPORT-11). */
export const withBatch = (
  known: readonly KnownCaller[],
  { callers, denied = [] }: Pick<RefusalBatch, 'callers' | 'denied'>,
): readonly KnownCaller[] => {
  // The one whose last call is oldest first: of calls at the same time, those that were reported last are kept.
  const byAddress = new Map(known.toReversed().map((caller) => [caller.address, caller]));
  for (const caller of [...callers, ...denied.map(callerOf)]) {
    const before = byAddress.get(caller.address) ?? sameNetwork([...byAddress.values()], caller);
    const after = merged(before, caller);
    if (before !== undefined) byAddress.delete(before.address);
    byAddress.set(after.address, after);
  }
  return keptCallers([...byAddress.values()].reverse().sort(newestFirst));
};

/** What a batch changes of the refused callers of a studio. */
export interface CallerChanges {
  /** The callers that are new or differ. */
  readonly changed: readonly KnownCaller[];
  /** The addresses that are no longer among the newest. */
  readonly dropped: readonly string[];
}

/** Returns what a batch changes of the known callers. */
export const changesByBatch = (
  known: readonly KnownCaller[],
  batch: Pick<RefusalBatch, 'callers' | 'denied'>,
): CallerChanges => {
  const before = new Set(known);
  const callers = withBatch(known, batch);
  const kept = new Set(callers.map(({ address }) => address));
  return {
    changed: callers.filter((caller) => !before.has(caller)),
    dropped: known.map(({ address }) => address).filter((address) => !kept.has(address)),
  };
};
