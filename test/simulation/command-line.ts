// The options of `npm run simulate`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readingFile } from '../support/command-line.js';
import type { Step } from './steps.js';

/** What to run. */
export interface SimulateOptions {
  /** The first seed, and how many seeds to run. */
  readonly seed: number;
  readonly seeds: number;
  /** The simulated time of each seed, in hours. */
  readonly hours: number;
  /** Multiplies the pauses between bursts of steps. */
  readonly pace: number;
  /** Prints the trace. */
  readonly trace: boolean;
  /** The steps to run instead of those that the seed generates. */
  readonly steps: readonly Step[] | undefined;
  /** Whether a failing list of steps is shortened. */
  readonly shrink: boolean;
}

const numberOf = (name: string, text: string, isValid: (value: number) => boolean, expected: string): number => {
  const value = Number(text);
  if (text === '' || !isValid(value)) throw new Error(`--${name}: expected ${expected}, got "${text}"`);
  return value;
};

/** The highest seed. */
const maxSeed = 2 ** 27 - 1;

const isWhole = (min: number, max: number) => (value: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max;

const isSteps = (value: unknown): value is readonly Step[] =>
  Array.isArray(value) &&
  value.every((step: unknown) => typeof step === 'object' && step !== null && 'kind' in step && 'atMs' in step);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads the steps in a file, which a run has written. */
const stepsIn = (file: string): readonly Step[] => {
  const steps = parsed(readingFile('steps', file, (path) => readFileSync(path, 'utf8')));
  if (!isSteps(steps)) throw new Error(`--steps: expected a JSON list of steps in ${file}`);
  return steps;
};

/** The options, as a wrong one is answered. */
export const optionsOfSimulate = '--seed N, --seeds N, --hours N, --pace N, --trace, --steps FILE, --no-shrink';

/** Reads the command line. Throws an error that names a wrong option. */
export const readCommandLine = (args: readonly string[]): SimulateOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      hours: { type: 'string', default: '0.25' },
      pace: { type: 'string', default: '1' },
      trace: { type: 'boolean', default: false },
      steps: { type: 'string' },
      'no-shrink': { type: 'boolean', default: false },
    },
  });
  const seed = numberOf('seed', values.seed, isWhole(0, maxSeed), `a whole number from 0 to ${String(maxSeed)}`);
  const maxSeeds = maxSeed - seed + 1;
  const expectedSeeds = `a whole number from 1 to ${String(maxSeeds)} with --seed ${String(seed)}`;
  return {
    seed,
    seeds: numberOf('seeds', values.seeds, isWhole(1, maxSeeds), expectedSeeds),
    hours: numberOf('hours', values.hours, (value) => value > 0 && value <= 24, 'a number above 0, at most 24'),
    pace: numberOf('pace', values.pace, (value) => value >= 1 && value <= 100, 'a number from 1 to 100'),
    trace: values.trace,
    steps: values.steps === undefined ? undefined : stepsIn(values.steps),
    shrink: !values['no-shrink'],
  };
};
