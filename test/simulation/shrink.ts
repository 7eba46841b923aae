// Finds the shortest list of steps that still fails, by leaving out ever smaller parts (Zeller's delta debugging).

/** Whether a list of steps fails in the same way. */
export type StillFails<Step> = (steps: readonly Step[]) => Promise<boolean>;

const without = <Step>(steps: readonly Step[], from: number, count: number): readonly Step[] => [
  ...steps.slice(0, from),
  ...steps.slice(from + count),
];

/** Leaves out each part of a size once, where the rest still fails. */
const leaveOut = async <Step>(
  steps: readonly Step[],
  size: number,
  stillFails: StillFails<Step>,
): Promise<readonly Step[]> => {
  let rest = steps;
  for (let from = 0; from < rest.length;) {
    const shorter = without(rest, from, size);
    if (await stillFails(shorter)) rest = shorter;
    else from += size;
  }
  return rest;
};

/** Returns a list of steps that fails, and no longer does when any one step is left out. */
export const shrink = async <Step>(steps: readonly Step[], stillFails: StillFails<Step>): Promise<readonly Step[]> => {
  let rest = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1;) {
    const shorter = await leaveOut(rest, size, stillFails);
    const isSmallest = size === 1 && shorter.length === rest.length;
    rest = shorter;
    if (isSmallest) return rest;
    size = Math.max(1, Math.floor(size / 2));
  }
  return rest;
};
