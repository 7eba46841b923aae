// Runs the features against the built images: each scenario against the one that its doings ask for, both images at
// once. Tells how many of all scenarios ran so, and fails where too few did. Takes the folders or files to run; else all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elsewhere, imageFor } from './image-for-scenario.js';
import type { Image } from './driver.js';
import { readScenarios, type Scenario } from './scenarios.js';

/** At least this share of the scenarios has to run in containers. */
const leastShare = 0.9;

const images: readonly Image[] = ['production', 'development'];

const project = join(import.meta.dirname, '../../..');
const reports = join(project, 'reports');

/** Cucumber takes a file of places where its name begins so. */
const placesFile = (image: Image): string => join('reports', `@${image}-image.txt`);

const running = new Set<ReturnType<typeof spawn>>();

process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exit(143);
});

const runAgainst = async (image: Image, scenarios: readonly Scenario[]): Promise<boolean> => {
  writeFileSync(join(project, placesFile(image)), scenarios.map(({ place }) => place).join('\n'));
  const bin = join(project, 'node_modules/.bin/cucumber-js');
  const child = spawn(bin, ['--profile', image, placesFile(image)], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '--import tsx' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.add(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  running.delete(child);
  return code === 0;
};

interface Result {
  readonly testCaseFinished?: unknown;
}

/** How many scenarios a run has finished, read from its own account of itself. */
const finishedIn = (image: Image): number =>
  readFileSync(join(reports, `features-${image}-image.ndjson`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as Result).testCaseFinished !== undefined).length;

const wanted = process.argv.slice(2);
const all = readScenarios().filter(({ place }) => wanted.length === 0 || wanted.some((path) => place.startsWith(path)));
if (all.length === 0) throw new Error(`there is no scenario in ${wanted.join(', ')}`);
const chosen = Map.groupBy(all, ({ pickle }) => imageFor(pickle));
const asked = images.filter((image) => chosen.has(image));
mkdirSync(reports, { recursive: true });
const began = performance.now();
const passed = await Promise.all(asked.map((image) => runAgainst(image, chosen.get(image) ?? [])));
const seconds = Math.round((performance.now() - began) / 1_000);

const counts = asked.map((image) => [image, finishedIn(image)] as const);
const executed = counts.reduce((sum, [, count]) => sum + count, 0);
const share = executed / all.length;
process.stdout.write(
  [
    `${String(executed)} of ${String(all.length)} scenarios (${(share * 100).toFixed(1)} %) ran in containers in ${String(seconds)} s:`,
    ...counts.map(([image, count]) => `  ${String(count)} against the ${image} image`),
    `  ${String(chosen.get(undefined)?.length ?? 0)} not, being tagged ${elsewhere}\n`,
  ].join('\n'),
);
if (share < leastShare) process.stderr.write(`expected at least ${String(leastShare * 100)} %\n`);
process.exit(passed.every(Boolean) && share >= leastShare ? 0 : 1);
