// Limits how often connections are closed for new ones of the same address: each costs the time of others.

/** Takes one replacement. Returns false if there were too many within the last second. */
export type ReplacementBudget = () => boolean;

/** Permits `perSecond` replacements at once, and as many in each second after that. `now` returns milliseconds. */
export const replacementBudget = (perSecond: number, now: () => number): ReplacementBudget => {
  let [left, updatedAt] = [perSecond, now()];
  return () => {
    const time = now();
    left = Math.min(perSecond, left + ((time - updatedAt) / 1_000) * perSecond);
    updatedAt = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
};
