// A random number generator with a seed: the same seed produces the same run.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** A source of random numbers. */
export interface Random {
  /** Returns an integer from `min` to `max`, both included, uniformly distributed. */
  readonly between: (min: number, max: number) => number;
}

/** Returns a generator for `seed`, an integer. */
export const seededRandom = (seed: number): Random => {
  const generator = mersenne(seed);
  return { between: (min, max) => uniformInt(generator, min, max) };
};
