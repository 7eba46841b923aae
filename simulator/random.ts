// Chance from a seed: the same seed makes the same run.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** Draws numbers. */
export interface Random {
  /** A whole number from `min` to `max`, both included, all equally likely. */
  readonly between: (min: number, max: number) => number;
}

/** Chance that is settled by `seed`, a whole number. */
export const seededRandom = (seed: number): Random => {
  const generator = mersenne(seed);
  return { between: (min, max) => uniformInt(generator, min, max) };
};
