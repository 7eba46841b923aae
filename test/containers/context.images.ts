// The build context of the images: its permissions, and its error when nothing is bundled.
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const script = 'infra/containers/context.sh';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-'));
  mkdirSync(join(folder, 'context'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const prepareContext = (cwd: string) =>
  promisify(execFile)('sh', ['-c', `umask 077; bash ${script} "$1"`, 'sh', join(folder, 'context')], { cwd });

it('the context is readable by all users and writable only by its owner, despite a symbolic link and a strict umask', async () => {
  symlinkSync(project, join(folder, 'link'));
  await prepareContext(join(folder, 'link'));
  const context = join(folder, 'context');
  const all = globSync('**', { cwd: context });
  const modes = new Set(all.map((path) => statSync(join(context, path)).mode & 0o066));
  expect(all).toEqual(expect.arrayContaining(['production/dist/infra/main.js', 'production/dist/infra/licences.txt']));
  expect([...modes]).toEqual([0o044]);
  expect(all.filter((path) => path.includes('adapters/companion'))).toEqual([]);
});

it('the bill of materials lists what is bundled, of the programs and the pages, and Node', async () => {
  await prepareContext(project);
  const production = join(folder, 'context/production');
  const bill = JSON.parse(readFileSync(join(production, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['restify', 'find-my-way', 'jsmodbus', 'winston', 'react-dom', 'node']));
  expect(names).not.toContain('vitest');
});

it('preparing the context fails if nothing is bundled', async () => {
  const bare = join(folder, 'bare');
  for (const path of [script, 'package.json', 'LICENSE']) cpSync(join(project, path), join(bare, path));
  for (const name of ['domain', 'application', 'adapters', 'infra'])
    mkdirSync(join(bare, 'dist', name), { recursive: true });
  await expect(prepareContext(bare)).rejects.toThrow('nothing was found');
});
