// `npm start` in a folder without packages and bundles. npm, bundler and Node are programs that list their calls.
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const listing = (name: string): string => `#!/bin/sh\necho "${name} $*" >> "$CALLS"\n`;

let folder: string;

const addProgram = (path: string, script: string): void => {
  writeFileSync(join(folder, path), script);
  chmodSync(join(folder, path), 0o755);
};

/** The programs that the installation brings. */
const installed = ['node', 'vite'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
  for (const file of ['package.json', 'package-lock.json', 'infra/setup.sh', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(root, file), join(folder, file));
  for (const made of ['domain', 'application', 'adapters/web', 'simulator', 'dist', 'packages', 'bin'])
    mkdirSync(join(folder, made), { recursive: true });
  for (const name of installed) addProgram(`packages/${name}`, listing(name));
  addProgram(
    'bin/npm',
    `${listing('npm')}[ "$1" != ci ] || { mkdir -p node_modules/.bin; cp packages/* node_modules/.bin; }\n`,
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const start = async (): Promise<readonly string[]> => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  await promisify(execFile)('sh', ['-c', scripts.start], {
    cwd: folder,
    env: { ...process.env, PATH: path, CALLS: calls },
  });
  return readFileSync(calls, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/ -.*(?= dist)| -[e-].*/, ''));
};

it('@START-2: npm start installs and bundles what is missing, and runs all parts', async () => {
  expect(await start()).toEqual([
    'npm ping',
    'npm ci',
    'node',
    'vite build infra',
    'vite build',
    'vite build adapters/web/reference',
    'vite build simulator/page',
    'node dist/infra/main.js',
  ]);
});

it('@START-2: npm start only runs the parts if nothing is missing', async () => {
  await start();
  expect(await start()).toEqual(['node', 'node dist/infra/main.js']);
});

it('@START-2: npm start repeats a build that was interrupted', async () => {
  await start();
  addProgram('node_modules/.bin/vite', '#!/bin/sh\nexit 1\n');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { build: string } };
  const env = { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  await expect(promisify(execFile)('sh', ['-c', scripts.build], { cwd: folder, env })).rejects.toThrow();
  addProgram('node_modules/.bin/vite', listing('vite'));
  expect(await start()).toContain('vite build infra');
});
