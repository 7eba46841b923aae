// Runs the features against the built images at once; a scenario's tags select its image. Prints how many scenarios
// ran, and fails if too few did. Takes the folders or files to run as arguments; by default all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageFor, withoutImage } from './image-for-scenario.js';
import type { Image } from './world.js';
import { readScenarios, type Scenario } from './scenarios.js';

/** The minimal share of scenarios that must run in containers, unless only those run that failed before. */
const minShare = process.env['RERUN'] === 'failed' ? 0 : 0.9;

const images: readonly Image[] = ['production', 'development'];

const project = join(import.meta.dirname, '../../..');
const reports = join(project, 'reports');

/** Most scenarios of one part. Scenarios of the production image wait for containers that restart. */
const partSize: Readonly<Record<Image, number>> = { production: 500, development: 2_000 };

/** The scenarios of an image that run one after the other, in containers of their own. */
interface Part {
  readonly image: Image;
  readonly number: number;
  readonly scenarios: readonly Scenario[];
}

/** Distributes the scenarios evenly, because those that take long are neighbours. */
const partsOf = (image: Image, scenarios: readonly Scenario[]): readonly Part[] => {
  const count = Math.ceil(scenarios.length / partSize[image]);
  return Array.from({ length: count }, (_, number) => ({
    image,
    number: number + 1,
    scenarios: scenarios.filter((_scenario, index) => index % count === number),
  }));
};

/** Cucumber reads the scenarios to run from a file whose name starts with `@`. */
const scenariosFile = ({ image, number }: Part): string => join('reports', `@${image}-image-${String(number)}.txt`);

const running = new Set<ReturnType<typeof spawn>>();

process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exit(143);
});

const run = async (part: Part): Promise<boolean> => {
  writeFileSync(join(project, scenariosFile(part)), part.scenarios.map(({ place }) => place).join('\n'));
  const bin = join(project, 'node_modules/.bin/cucumber-js');
  const child = spawn(bin, ['--profile', part.image, scenariosFile(part)], {
    cwd: project,
    env: { ...process.env, PART: String(part.number), NODE_OPTIONS: '--import tsx' },
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

/** Returns how many scenarios a part has finished, according to its report. */
const finishedIn = ({ image, number }: Part): number =>
  readFileSync(join(reports, `features-${image}-image-${String(number)}.ndjson`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as Result).testCaseFinished !== undefined).length;

const paths = process.argv.slice(2);
const all = readScenarios().filter(({ place }) => paths.length === 0 || paths.some((path) => place.startsWith(path)));
if (all.length === 0) throw new Error(`there is no scenario in ${paths.join(', ')}`);
const chosen = Map.groupBy(all, ({ pickle }) => imageFor(pickle));
const parts = images.flatMap((image) => partsOf(image, chosen.get(image) ?? []));
mkdirSync(reports, { recursive: true });
const began = performance.now();
const passed = await Promise.all(parts.map(run));
const seconds = Math.round((performance.now() - began) / 1_000);

const counts = parts.map((part) => [part, finishedIn(part)] as const);
const executed = counts.reduce((sum, [, count]) => sum + count, 0);
const share = executed / all.length;
process.stdout.write(
  [
    `${String(executed)} of ${String(all.length)} scenarios (${(share * 100).toFixed(1)} %) ran in containers in ${String(seconds)} s:`,
    ...counts.map(
      ([{ image, number }, count]) => `  ${String(count)} against the ${image} image, part ${String(number)}`,
    ),
    `  ${String(chosen.get(undefined)?.length ?? 0)} not, because of the tags ${withoutImage.join(', ')}\n`,
  ].join('\n'),
);
if (share < minShare) process.stderr.write(`expected at least ${String(minShare * 100)} %\n`);
process.exit(passed.every(Boolean) && share >= minShare ? 0 : 1);
