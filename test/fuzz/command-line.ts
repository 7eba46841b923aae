// The options of `npm run fuzz`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readingFile } from '../support/command-line.js';
import type { InputRun } from './inputs/run.js';

/** What to fuzz. */
export interface FuzzOptions {
  readonly targets: readonly string[];
  /** Undefined: the default of each target. */
  readonly count: number | undefined;
  readonly seed: InputRun['seed'];
  readonly from: InputRun['from'];
  /** The input to repeat, instead of those of the seed. */
  readonly input: Buffer | undefined;
}

/** The options, as a wrong one is answered. */
export const optionsOfFuzz = '[TARGET...], --count N, --seed N, --from N, --input FILE';

const wholeNumber = (flag: string, text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`--${flag}: expected a whole number, got "${text}"`);
};

const targetsAmong = (names: readonly string[], given: readonly string[]): readonly string[] => {
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`expected targets among ${names.join(', ')}, got ${unknown.join(', ')}`);
  return given.length > 0 ? given : names;
};

/** Reads the command line. `names` are the targets. Throws an error that names a wrong option. */
export const readCommandLine = (names: readonly string[], args: readonly string[]): FuzzOptions => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string' },
      seed: { type: 'string', default: '20270301' },
      from: { type: 'string', default: '0' },
      input: { type: 'string' },
    },
  });
  const targets = targetsAmong(names, positionals);
  if (values.input !== undefined && targets.length > 1) throw new Error('--input: expected one target');
  return {
    targets,
    count: values.count === undefined ? undefined : wholeNumber('count', values.count),
    seed: wholeNumber('seed', values.seed),
    from: wholeNumber('from', values.from),
    input: values.input === undefined ? undefined : readingFile('input', values.input, (file) => readFileSync(file)),
  };
};
