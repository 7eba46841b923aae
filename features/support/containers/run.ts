// Runs the features against the built images, both at once; a scenario's tags select its image. Prints how many scenarios
// ran, and fails if too few did. Takes the folders or files to run as arguments; by default all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageFor, withoutImage } from './image-for-scenario.js';
import type { Image } from './world.js';
import { readScenarios, type Scenario } from './scenarios.js';

/** The minimal share of scenarios that must run in containers. */
const minShare = 0.9;

const images: readonly Image[] = ['production', 'development'];

const project = join(import.meta.dirname, '../../..');
const reports = join(project, 'reports');

/** Cucumber reads the scenarios to run from a file whose name starts with `@`. */
const scenariosFile = (image: Image): string => join('reports', `@${image}-image.txt`);

const running = new Set<ReturnType<typeof spawn>>();

process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exit(143);
});

const runAgainst = async (image: Image, scenarios: readonly Scenario[]): Promise<boolean> => {
  writeFileSync(join(project, scenariosFile(image)), scenarios.map(({ place }) => place).join('\n'));
  const bin = join(project, 'node_modules/.bin/cucumber-js');
  const child = spawn(bin, ['--profile', image, scenariosFile(image)], {
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

/** Returns how many scenarios a run has finished, according to its report. */
const finishedIn = (image: Image): number =>
  readFileSync(join(reports, `features-${image}-image.ndjson`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as Result).testCaseFinished !== undefined).length;

const paths = process.argv.slice(2);
const all = readScenarios().filter(({ place }) => paths.length === 0 || paths.some((path) => place.startsWith(path)));
if (all.length === 0) throw new Error(`there is no scenario in ${paths.join(', ')}`);
const chosen = Map.groupBy(all, ({ pickle }) => imageFor(pickle));
const used = images.filter((image) => chosen.has(image));
mkdirSync(reports, { recursive: true });
const began = performance.now();
const passed = await Promise.all(used.map((image) => runAgainst(image, chosen.get(image) ?? [])));
const seconds = Math.round((performance.now() - began) / 1_000);

const counts = used.map((image) => [image, finishedIn(image)] as const);
const executed = counts.reduce((sum, [, count]) => sum + count, 0);
const share = executed / all.length;
process.stdout.write(
  [
    `${String(executed)} of ${String(all.length)} scenarios (${(share * 100).toFixed(1)} %) ran in containers in ${String(seconds)} s:`,
    ...counts.map(([image, count]) => `  ${String(count)} against the ${image} image`),
    `  ${String(chosen.get(undefined)?.length ?? 0)} not, because of the tags ${withoutImage.join(', ')}\n`,
  ].join('\n'),
);
if (share < minShare) process.stderr.write(`expected at least ${String(minShare * 100)} %\n`);
process.exit(passed.every(Boolean) && share >= minShare ? 0 : 1);
