// Fuzzes what the programs receive from others: `npm run fuzz -- [TARGET...] [--count N] [--seed N] [--from N] [--input FILE]`.
// Without a target it fuzzes all of them. A seed and an index reproduce an input; `--input` repeats that of a file.
import { readOrExit } from '../support/command-line.js';
import { optionsOfFuzz, readCommandLine } from './command-line.js';
import { inputNames } from './inputs/names.js';
import type { InputRun } from './inputs/run.js';
import type { FuzzTarget } from './inputs/target.js';

const http = 'http';
const names: readonly string[] = [http, ...inputNames];

/** Inputs of a target without `--count`; those of HTTP are many, because one takes little. */
const defaultCounts = { http: 10_000, others: 500 };

const options = readOrExit('fuzz', optionsOfFuzz, () => readCommandLine(names, process.argv.slice(2)));

// Loaded once the options are valid: it takes a second.
const { rawInput, figureLines, fuzzHttp } = await import('./http/run.js');
const { fuzzInputs } = await import('./inputs/run.js');
const inputTargets: Readonly<Record<string, FuzzTarget>> = (await import('./inputs/targets.js')).inputTargets;

const print = (name: string, lines: readonly string[]): void => {
  for (const line of lines) console.log(`${name}: ${line}`);
};

const report = (name: string, figures: readonly string[], violations: readonly string[]): void => {
  print(name, [...figures, ...violations]);
  if (violations.length > 0) process.exitCode = 1;
};

const runHttp = async (run: InputRun): Promise<void> => {
  const figures = await fuzzHttp(run);
  report(http, figureLines(figures), figures.violations);
};

const runInputs = async (run: InputRun): Promise<void> => {
  const target = inputTargets[run.name];
  if (target === undefined) return;
  const { inputs, mostProcessorMs, violations } = await fuzzInputs(target, run);
  const figures = `${String(inputs)} inputs, at most ${mostProcessorMs.toFixed(0)} ms of processor time for one`;
  report(run.name, [figures], violations);
};

/** Repeats an input. */
const repeat = async (name: string, input: Buffer): Promise<void> => {
  if (name === http) {
    print(http, [await rawInput(input)]);
    return;
  }
  const opened = await inputTargets[name]?.open();
  await opened?.check(input);
  await opened?.close();
  print(name, ['the input is handled as expected']);
};

const { targets, count, seed, from, input } = options;

const runOf = (name: string): InputRun => ({
  name,
  seed,
  from,
  count: count ?? defaultCounts[name === http ? 'http' : 'others'],
});

for (const name of targets)
  if (input !== undefined) await repeat(name, input);
  else await (name === http ? runHttp : runInputs)(runOf(name));
