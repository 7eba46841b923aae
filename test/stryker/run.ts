// Mutation testing of areas (`domain application`), of files (`domain/codec/csv.ts:3-9`), or of the lines that have changed (`--changed`).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { areaNamed, areaOf, areas, filesOf, type Area } from './areas.js';
import { beginOfChange, changedSince } from './changed-lines.js';
import { describeResult, readResults, untested, type Results } from './results.js';
import { evenSample, linesOf } from './sample.js';
import { isLow } from './score.js';

const seconds = Number(process.env['MUTATION_SECONDS'] ?? Infinity);

/** About as many changed lines are tested within a second. */
const linesPerSecond = 4;

/** Runs Stryker until it ends or `endsAtMs` is reached. Resolves with what it has tested. */
const test = async (area: Area, mutate: readonly string[], endsAtMs: number): Promise<Results> => {
  if (Date.now() >= endsAtMs) return untested(mutate);
  const file = `reports/mutation/${area.name}.jsonl`;
  mkdirSync('reports/mutation', { recursive: true });
  rmSync(file, { force: true });
  const env = { ...process.env, MUTATION_AREA: area.name, MUTATION_RESULTS: file };
  const child = spawn('npx', ['stryker', 'run', '--mutate', mutate.join(',')], {
    env,
    stdio: 'inherit',
    detached: true,
  });
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  const limit = Number.isFinite(endsAtMs) ? setTimeout(stop, Math.max(0, endsAtMs - Date.now())) : undefined;
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(limit);
  rmSync('.stryker-tmp', { recursive: true, force: true });
  if (Date.now() >= endsAtMs && !existsSync(file)) return untested(mutate);
  return { ...readResults(file), failed: code !== 0 && Date.now() < endsAtMs };
};

/** What is tested, by its area. */
const chosen = (args: readonly string[]): ReadonlyMap<Area, readonly string[]> => {
  if (args.includes('--changed')) return byArea(sampleOf(changedRanges()));
  if (args.length === 0) return new Map(areas.map((area) => [area, filesOf(area)]));
  const [files, names] = [args.filter((arg) => arg.includes('/')), args.filter((arg) => !arg.includes('/'))];
  return new Map([...byArea(files), ...names.map((name) => [areaNamed(name), filesOf(areaNamed(name))] as const)]);
};

const changedRanges = (): readonly string[] => {
  const begin = beginOfChange();
  if (begin === undefined) {
    console.log('mutation testing: the repository has no earlier commit to compare with; nothing was tested');
    return [];
  }
  console.log(`mutation testing: lines that have changed since ${begin.slice(0, 12)}`);
  return changedSince(begin);
};

const areaOfRange = (range: string): Area | undefined => areaOf(range.replace(/:[\d:-]+$/, ''));

/** Returns as many ranges as there is time for. Reports how many these are. */
const sampleOf = (ranges: readonly string[]): readonly string[] => {
  const all = ranges.filter((range) => areaOfRange(range) !== undefined);
  const sample = evenSample(all, seconds * linesPerSecond);
  if (sample.length < all.length) {
    const [chosenLines, lines] = [linesOf(sample), linesOf(all)].map(String);
    console.log(`mutation testing: ${String(chosenLines)} of ${String(lines)} changed lines, evenly chosen`);
  }
  return sample;
};

const byArea = (ranges: readonly string[]): ReadonlyMap<Area, readonly string[]> => {
  const found = new Map<Area, string[]>();
  for (const range of ranges) {
    const area = areaOfRange(range);
    if (area) found.set(area, [...(found.get(area) ?? []), range]);
  }
  return found;
};

const args = process.argv.slice(2);
const endsAtMs = Date.now() + seconds * 1_000;
const tested = chosen(args);
if (tested.size === 0) console.log('mutation testing: no line of a tested folder has changed');
let failed = false;
let areasLeft = tested.size;
for (const [area, mutate] of tested) {
  // Each area has an equal part of the time that is left.
  const results = await test(area, mutate, Date.now() + (endsAtMs - Date.now()) / areasLeft);
  areasLeft -= 1;
  const whole = !args.some((arg) => arg === '--changed' || arg.includes('/'));
  console.log(describeResult(area.name, results, seconds));
  failed ||= results.failed === true || isLow(results, whole ? area.minScore : undefined);
}
if (failed) console.log('mutation testing: tests notice too few of these changes; see the survivors above');
process.exitCode = failed ? 1 : 0;
