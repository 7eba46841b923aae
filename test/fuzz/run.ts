// Fuzzes what the programs receive from others: `npm run fuzz -- [TARGET...] [--count N] [--seed N] [--from N] [--input FILE]`.
// Without a target it fuzzes all of them. A seed and an index reproduce an input; `--input` repeats that of a file.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rawInput, figureLines, fuzzHttp } from './http/run.js';
import { fuzzInputs, type InputRun } from './inputs/run.js';
import { inputTargets } from './inputs/targets.js';

const http = 'http';
const names: readonly string[] = [http, ...Object.keys(inputTargets)];

/** Inputs of a target without `--count`; those of HTTP are many, because one takes little. */
const defaultCounts = { http: 10_000, others: 500 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '20270301' },
    from: { type: 'string', default: '0' },
    input: { type: 'string' },
  },
});

const wholeNumber = (flag: string, text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`--${flag}: expected a whole number, got "${text}"`);
};

const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`expected targets among ${names.join(', ')}, got ${unknown.join(', ')}`);
const chosen = positionals.length > 0 ? positionals : names;
if (values.input !== undefined && chosen.length > 1) throw new Error('--input: expected one target');

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

/** Repeats the input of a file. */
const repeat = async (name: string, file: string): Promise<void> => {
  const input = readFileSync(file);
  if (name === http) {
    print(http, [await rawInput(input)]);
    return;
  }
  const opened = await inputTargets[name]?.open();
  await opened?.check(input);
  await opened?.close();
  print(name, ['the input is handled as expected']);
};

const runOf = (name: string): InputRun => ({
  name,
  seed: wholeNumber('seed', values.seed),
  from: wholeNumber('from', values.from),
  count:
    values.count === undefined ? defaultCounts[name === http ? 'http' : 'others'] : wholeNumber('count', values.count),
});

for (const name of chosen)
  if (values.input !== undefined) await repeat(name, values.input);
  else await (name === http ? runHttp : runInputs)(runOf(name));
