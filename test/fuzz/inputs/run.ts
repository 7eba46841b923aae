// Gives generated inputs to a target within this process.
import { setImmediate as turn } from 'node:timers/promises';
import { writeFailure } from '../failure-file.js';
import { sourceOf } from '../random-source.js';
import type { FuzzTarget } from './target.js';

/** What to generate. */
export interface InputRun {
  readonly name: string;
  readonly seed: number;
  readonly count: number;
  /** Index of the first input. */
  readonly from: number;
}

/** The figures of a run. */
export interface InputFigures {
  readonly inputs: number;
  /** Most processor time of one input, in milliseconds. */
  readonly mostProcessorMs: number;
  /** What is wrong, with the file of the input. */
  readonly violations: readonly string[];
}

/** Most processor time of an input, in milliseconds. */
const maxProcessorMs = 1_000;

/** The run ends at this number of violations. */
const maxViolations = 10;

/** Number of inputs after which other events of the process are handled. */
const inputsPerTurn = 100;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Returns why a check failed; undefined if it didn't. */
const failureOf = async (check: () => void | Promise<void>): Promise<string | undefined> => {
  const before = processorMs();
  try {
    await check();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const used = processorMs() - before;
  return used > maxProcessorMs ? `it took ${used.toFixed(0)} ms of processor time` : undefined;
};

/** Gives inputs to a target. */
export const fuzzInputs = async (target: FuzzTarget, { name, seed, count, from }: InputRun): Promise<InputFigures> => {
  const opened = await target.open();
  const violations: string[] = [];
  let [inputs, mostProcessorMs] = [0, 0];
  for (let index = from; inputs < count && violations.length < maxViolations; index += 1) {
    const input = target.generate(sourceOf(seed, index));
    const before = processorMs();
    const failure = await failureOf(() => opened.check(input));
    inputs += 1;
    mostProcessorMs = Math.max(mostProcessorMs, processorMs() - before);
    if (failure !== undefined)
      violations.push(
        `input ${String(index)} of seed ${String(seed)} (${writeFailure(name, seed, index, input)}): ${failure}`,
      );
    if (inputs % inputsPerTurn === 0) await turn();
  }
  await opened.close();
  return { inputs, mostProcessorMs, violations };
};
