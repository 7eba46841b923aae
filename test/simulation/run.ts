// `npm run simulate`: runs seeds, and prints for each that fails what is broken, the shortest steps that break it, and the
// command that repeats it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { readOrExit } from '../support/command-line.js';
import { optionsOfSimulate, readCommandLine, type SimulateOptions } from './command-line.js';
import type { SimulationResult } from './simulate.js';
import type { Step } from './steps.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const options = readOrExit('simulate', optionsOfSimulate, () => readCommandLine(process.argv.slice(2)));

// Loaded once the options are valid: it takes a second.
const { generateSteps } = await import('./generate/generate.js');
const { shrink } = await import('./shrink.js');
const { simulate } = await import('./simulate.js');
const { traceLines } = await import('./trace.js');

const stepsOf = ({ steps, hours, pace }: SimulateOptions, seed: number): readonly Step[] =>
  steps ?? generateSteps(seed, hours, pace);

/** Returns the shortest steps that break the same invariant. */
const shortest = (seed: number, steps: readonly Step[], invariant: string): Promise<readonly Step[]> =>
  shrink(steps, async (some) => {
    const { violations } = await simulate({ seed, steps: some });
    return violations.some((violation) => violation.invariant === invariant);
  });

/** The number of violations that are printed of a seed. */
const shownViolations = 5;

const printSteps = async (seed: number, steps: readonly Step[], invariant: string): Promise<void> => {
  const few = options.shrink ? await shortest(seed, steps, invariant) : steps;
  const file = `reports/simulation/seed-${String(seed)}.json`;
  mkdirSync('reports/simulation', { recursive: true });
  writeFileSync(file, `[\n${few.map((step) => JSON.stringify(step)).join(',\n')}\n]\n`);
  if (options.shrink)
    print(`  the shortest steps that break it:\n${few.map((step) => `    ${JSON.stringify(step)}`).join('\n')}`);
  print(`  repeat: npm run simulate -- --seed ${String(seed)} --steps ${file} --no-shrink --trace`);
};

const report = async (seed: number, steps: readonly Step[], { violations }: SimulationResult): Promise<void> => {
  for (const { invariant, message } of violations.slice(0, shownViolations))
    print(`  BROKEN: ${invariant}\n    ${message}`);
  const more = violations.length - shownViolations;
  if (more > 0) print(`  and ${String(more)} more`);
  const [first] = violations;
  if (first !== undefined) await printSteps(seed, steps, first.invariant);
};

const run = async (seed: number): Promise<boolean> => {
  const steps = stepsOf(options, seed);
  const result = await simulate({ seed, steps });
  const { calls, restarts } = result.evidence;
  if (options.trace) traceLines(result.evidence).forEach(print);
  print(
    `seed ${String(seed)}: ${String(steps.length)} steps, ${String(calls.length)} calls, ${String(restarts.length)} restarts, trace ${result.hash}`,
  );
  await report(seed, steps, result);
  return result.violations.length === 0;
};

let failed = 0;
for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1) if (!(await run(seed))) failed += 1;
const { user, system } = process.cpuUsage();
print(`${String(options.seeds)} seeds, ${String(failed)} failed, ${((user + system) / 1e6).toFixed(1)} s of CPU time`);
process.exit(failed > 0 ? 1 : 0);
