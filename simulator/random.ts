// Random number generators with a seed: the same seed produces the same run.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

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

/** The states of the generators that were used, by device, and the seed of the others. */
export interface RandomStates {
  readonly seed: number;
  readonly devices: Readonly<Record<string, readonly number[]>>;
}

/** A generator for each device, so that the commands of one device don't change the latencies of another. */
export interface DeviceRandoms {
  /** Returns the generator of a device. It stays valid when the generators start again. */
  readonly of: (device: string) => Random;
  readonly states: () => RandomStates;
  /** Replaces the states of all generators. Generators without a state start again with the seed. */
  readonly restore: (states: RandomStates) => void;
  /** Starts all generators again with the studio's own seed. */
  readonly reset: () => void;
}

/** Offset basis and prime of the hash FNV-1a with 32 bits. */
const fnv = { basis: 0x811c9dc5, prime: 0x01000193 };

/** Returns a seed for a device. It depends on all bits of the studio's seed and on the id. */
const seedFor = (seed: number, device: string): number =>
  Array.from(`${String(seed)} ${device}`).reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), fnv.prime),
    fnv.basis,
  );

/** Returns the generators of a studio. `ownSeed` is an integer. */
export const deviceRandoms = (ownSeed: number): DeviceRandoms => {
  let seed = ownSeed;
  const generators = new Map<string, ReturnType<typeof xoroshiro128plus>>();
  const generatorOf = (device: string) => {
    const generator = generators.get(device) ?? xoroshiro128plus(seedFor(seed, device));
    generators.set(device, generator);
    return generator;
  };
  return {
    of: (device) => ({ between: (min, max) => uniformInt(generatorOf(device), min, max) }),
    states: () => ({
      seed,
      devices: Object.fromEntries([...generators].map(([device, generator]) => [device, generator.getState()])),
    }),
    restore: (states) => {
      ({ seed } = states);
      generators.clear();
      for (const [device, state] of Object.entries(states.devices))
        generators.set(device, xoroshiro128plusFromState(state));
    },
    reset: () => {
      seed = ownSeed;
      generators.clear();
    },
  };
};
