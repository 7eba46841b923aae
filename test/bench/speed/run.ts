// Measures the speed of the service: `answers`, `profile`, `growth` and `memory`, or the parts that are named. `--write` writes the
// documents, `--compare` fails if something is worse than the committed figures by more than a quarter.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.js';
import { committedFigures, regressions, writeFigures } from './committed.js';
import type { Figures } from './figures.js';
import { measureGrowth } from './growth.js';
import { measureMemory } from './memory.js';
import { measureProfile } from './profile.js';

const parts = ['answers', 'profile', 'growth', 'memory'];

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, compare: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.find((part) => !parts.includes(part));
if (unknown !== undefined) throw new Error(`expected ${parts.join(', ')}, got "${unknown}"`);
const isChosen = (part: string): boolean => positionals.length === 0 || positionals.includes(part);

const rounds = { count: Number(process.env['ROUNDS'] ?? 9), forMs: Number(process.env['ROUND_MS'] ?? 600) };
const calls = Number(process.env['CALLS'] ?? 5_000_000);

/** Returns what it is measured on. */
const machineNow = (): string => {
  const load = `whose load average was ${(loadavg()[0] ?? 0).toFixed(1)} before`;
  return `${String(cpus().length)} cores of ${cpus()[0]?.model.trim() ?? 'a processor'} with Node ${process.versions.node}, ${load}`;
};

/** Figures of parts that aren't measured stay as they are committed. The machine is that of the answers. */
const measure = async (): Promise<Figures> => {
  const machine = isChosen('answers') ? machineNow() : committedFigures().machine;
  const answers = isChosen('answers') ? await measureAnswers(rounds) : committedFigures().answers;
  const profile = isChosen('profile') ? await measureProfile(rounds) : committedFigures().profile;
  const growth = isChosen('growth') ? await measureGrowth(rounds) : committedFigures().growth;
  const memory = isChosen('memory') ? await measureMemory(calls) : committedFigures().memory;
  return { machine, answers, profile, growth, memory };
};

const figures = await measure();
if (values.compare) {
  const [made, committed] = [figures.memory.calls, committedFigures().memory.calls].map(String);
  if (made !== committed)
    console.log(`memory after ${made ?? ''} calls is not compared with that after ${committed ?? ''}`);
  const worse = regressions(figures, committedFigures());
  for (const line of worse) console.error(`worse than committed: ${line}`);
  if (worse.length > 0) process.exitCode = 1;
}
if (values.write) await writeFigures(figures);
