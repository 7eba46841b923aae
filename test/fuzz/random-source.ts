// Random choices that are reproducible from a seed.
import { seededRandom } from '../../simulator/random.js';

/** A reproducible source of random choices. */
export interface RandomSource {
  /** Returns an integer from 0 to `limit` - 1; 0 for a limit below 1. */
  readonly below: (limit: number) => number;
  /** Returns true in one of `times` cases. */
  readonly oneIn: (times: number) => boolean;
  /** Returns one of the choices. Throws if there are none. */
  readonly oneOf: <A>(choices: readonly A[]) => A;
  /** Returns up to `most` results of `make`. */
  readonly several: <A>(most: number, make: () => A) => readonly A[];
}

/** Creates the source of a seed. */
export const randomSource = (seed: number): RandomSource => {
  const random = seededRandom(seed);
  const below = (limit: number): number => (limit < 1 ? 0 : random.between(0, limit - 1));
  return {
    below,
    oneIn: (times) => below(times) === 0,
    oneOf: (choices) => {
      const index = below(choices.length);
      if (choices.length === 0) throw new Error('there is nothing to choose from');
      return choices[index] as (typeof choices)[number];
    },
    several: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
};

/** An odd number with well mixed bits, so that neighbouring indexes have unrelated seeds. */
const mixer = 0x9e3779b1;

/** Creates the source of one input of a run. An input depends on the seed and its index only. */
export const sourceOf = (seed: number, index: number): RandomSource =>
  randomSource((seed + Math.imul(index + 1, mixer)) | 0);
