// Periods of time that an automation has waited through. A trigger time within one of them never fires again.
import * as t from 'io-ts';

/** A period after `fromMs`, up to and including `untilMs`; both since 1970 UTC. */
export const Period = t.readonly(t.type({ fromMs: t.number, untilMs: t.number }));
export type Period = t.TypeOf<typeof Period>;

/** Disjoint periods, the newest last. There are several after the clock was set. */
export type Periods = readonly Period[];

/** How many periods are kept: the newest ones. */
const maxPeriods = 100;

const touches =
  (one: Period) =>
  (other: Period): boolean =>
    one.fromMs <= other.untilMs && other.fromMs <= one.untilMs;

/** Returns the periods with another one, joined with those that it touches. An empty period changes nothing. */
export const withPeriod = (periods: Periods, added: Period): Periods => {
  if (added.untilMs <= added.fromMs) return periods;
  const touching = [...periods.filter(touches(added)), added];
  const joined = {
    fromMs: Math.min(...touching.map(({ fromMs }) => fromMs)),
    untilMs: Math.max(...touching.map(({ untilMs }) => untilMs)),
  };
  return [...periods.filter((period) => !touches(added)(period)), joined].slice(-maxPeriods);
};

/** Returns the period that contains a moment, if any. */
export const periodAround = (periods: Periods, ms: number): Period | undefined =>
  periods.find(({ fromMs, untilMs }) => fromMs < ms && ms <= untilMs);
