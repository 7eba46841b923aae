// The OpenAPI and AsyncAPI documents: valid, and equal to their frozen copies. The lint checks the AsyncAPI document.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../infra/machine/version.js';
import { breakingChanges } from './compare-documents.js';
import {
  changesSinceFrozen,
  clientFile,
  currentClientApi,
  freeze,
  frozenFolder,
  frozenDocuments,
  serializeDocument,
  type FrozenDocument,
} from './frozen-documents.js';

const breakingHint = 'breaking changes: if they are intended, run npm run openapi:freeze -- --breaking';
const outdatedHint = 'the frozen copy is outdated: run npm run openapi:freeze';

describe.each(frozenDocuments)('$name', (document) => {
  const { file, current } = document;

  it('equals its frozen copy', async () => {
    expect(await changesSinceFrozen(document), breakingHint).toEqual([]);
    expect((await readFile(file, 'utf8')) === serializeDocument(current()), outdatedHint).toBe(true);
  });
});

it('the types of the client are those of the documents', async () => {
  expect((await readFile(clientFile, 'utf8')) === (await currentClientApi()), outdatedHint).toBe(true);
});

/** The documents of releases with the major number of this version, by the folder of the release. */
const released = readdirSync(frozenFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.split('.')[0] === version.split('.')[0])
  .flatMap(({ name }) => frozenDocuments.map((document) => ({ ...document, release: name })));

it.each(released)('@COMPATIBILITY-1: $name breaks nothing of version $release', async ({ file, current, release }) => {
  const before = await readFile(join(frozenFolder, release, basename(file)), 'utf8');
  expect(await breakingChanges(JSON.parse(before) as object, current())).toEqual([]);
});

const openApiDocuments = frozenDocuments.filter(({ current }) => 'openapi' in current());

it.each(openApiDocuments)('$name is valid OpenAPI 3.1', async ({ current }) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(current()) as Record<string, unknown>);
  expect([valid, errors]).toEqual([true, undefined]);
  expect(validator.version).toBe('3.1');
});

describe('freezing documents', () => {
  const api = (paths: readonly string[]): object => ({
    openapi: '3.1.0',
    info: { title: 'Paths', version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: { 200: { description: 'Done' } } } }])),
  });

  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-control-frozen-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const frozen = async (name: string, before: object, now: object): Promise<FrozenDocument> => {
    const file = join(folder, name);
    await writeFile(file, serializeDocument(before));
    return { name, file, current: () => now };
  };

  const stored = async ({ file }: FrozenDocument): Promise<object> =>
    JSON.parse(await readFile(file, 'utf8')) as object;

  it('stores additions', async () => {
    const extended = await frozen('extended.json', api(['/a']), api(['/a', '/b']));
    expect(await freeze([extended], false)).toEqual([]);
    expect(await stored(extended)).toEqual(api(['/a', '/b']));
  });

  it('refuses breaking changes, and then stores no other document either', async () => {
    const extended = await frozen('extended.json', api(['/a']), api(['/a', '/b']));
    const reduced = await frozen('reduced.json', api(['/a', '/b']), api(['/a']));
    expect(await freeze([extended, reduced], false)).toEqual(['/b: Path `/b` was removed.']);
    expect(await stored(extended)).toEqual(api(['/a']));
    expect(await stored(reduced)).toEqual(api(['/a', '/b']));
  });

  it('stores breaking changes when they are allowed', async () => {
    const reduced = await frozen('reduced.json', api(['/a', '/b']), api(['/a']));
    expect(await freeze([reduced], true)).toEqual([]);
    expect(await stored(reduced)).toEqual(api(['/a']));
  });
});
