// Choices of a generator: one of several, some of several, by weight.
import type { Random } from '../../simulator/random.js';

/** Choices from a source of random numbers. */
export interface Choices {
  readonly between: Random['between'];
  /** Whether something happens that happens `percent` times out of 100. */
  readonly chance: (percent: number) => boolean;
  readonly one: <A>(...all: readonly A[]) => A;
  readonly some: <A>(all: readonly A[], percent: number) => readonly A[];
  /** Chooses by weight: a name with the weight 3 comes three times as often as one with the weight 1. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name;
}

/** Returns the choices of a source of random numbers. */
export const choicesFrom = ({ between }: Random): Choices => {
  const chance = (percent: number): boolean => between(1, 100) <= percent;
  return {
    between,
    chance,
    one: (...all) => {
      const chosen = all[between(0, all.length - 1)];
      if (chosen === undefined) throw new Error('expected something to choose from');
      return chosen;
    },
    some: (all, percent) => all.filter(() => chance(percent)),
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = between(
        1,
        entries.reduce((sum, [, weight]) => sum + weight, 0),
      );
      for (const [name, weight] of entries) if ((rest -= weight) <= 0) return name;
      throw new Error('expected at least one weight');
    },
  };
};
