// Gives generated inputs to a target within this process.
import { setImmediate as turn } from 'node:timers/promises';
import { failureFile, writeFailure } from '../failure-file.js';
import { maxHandlingMs, maxProcessorMs, maxViolations } from '../limits.js';
import { sourceOf } from '../random-source.js';
import { startWatchdog } from '../watchdog.js';
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

/** Number of inputs after which other events of the process are handled. */
const inputsPerTurn = 100;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Returns what a check threw; undefined if it didn't. */
const errorOf = async (check: () => void | Promise<void>): Promise<string | undefined> => {
  try {
    await check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
};

/** Returns why a check failed, undefined if it didn't, and its processor time. */
const judged = async (check: () => void | Promise<void>) => {
  const before = processorMs();
  const error = await errorOf(check);
  const usedMs = processorMs() - before;
  const slow = usedMs > maxProcessorMs ? `it took ${usedMs.toFixed(0)} ms of processor time` : undefined;
  return { failure: error ?? slow, usedMs };
};

/** Gives inputs to a target. An input that isn't handled within `limitMs` milliseconds kills the process, and is named before. */
export const fuzzInputs = async (
  target: FuzzTarget,
  { name, seed, count, from }: InputRun,
  limitMs = maxHandlingMs,
): Promise<InputFigures> => {
  const opened = await target.open();
  const watchdog = startWatchdog(limitMs);
  const violations: string[] = [];
  let [inputs, mostProcessorMs] = [0, 0];
  for (let index = from; inputs < count && violations.length < maxViolations; index += 1) {
    const input = target.generate(sourceOf(seed, index));
    const what = `${name}: input ${String(index)} of seed ${String(seed)}`;
    watchdog.begin({ file: failureFile(name, seed, index), input, what });
    const { failure, usedMs } = await judged(() => opened.check(input));
    inputs += 1;
    mostProcessorMs = Math.max(mostProcessorMs, usedMs);
    if (failure !== undefined)
      violations.push(
        `input ${String(index)} of seed ${String(seed)} (${writeFailure(name, seed, index, input)}): ${failure}`,
      );
    if (inputs % inputsPerTurn === 0) await turn();
  }
  await opened.close();
  await watchdog.stop();
  return { inputs, mostProcessorMs, violations };
};
