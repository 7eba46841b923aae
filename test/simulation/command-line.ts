// The options of `npm run simulate`.
import { parseArgs } from 'node:util';

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
  /** A file with the steps to run instead of those that the seed generates. */
  readonly steps: string | undefined;
  /** Whether a failing list of steps is shortened. */
  readonly shrink: boolean;
}

const numberOf = (name: string, text: string, isValid: (value: number) => boolean, expected: string): number => {
  const value = Number(text);
  if (text === '' || !isValid(value)) throw new Error(`--${name}: expected ${expected}, got "${text}"`);
  return value;
};

const isSeed = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value < 2 ** 27;

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
  return {
    seed: numberOf('seed', values.seed, isSeed, 'a whole number from 0 to 134217727'),
    seeds: numberOf(
      'seeds',
      values.seeds,
      (value) => Number.isSafeInteger(value) && value > 0,
      'a whole number above 0',
    ),
    hours: numberOf('hours', values.hours, (value) => value > 0 && value <= 24, 'a number above 0, at most 24'),
    pace: numberOf('pace', values.pace, (value) => value >= 1 && value <= 100, 'a number from 1 to 100'),
    trace: values.trace,
    steps: values.steps,
    shrink: !values['no-shrink'],
  };
};
