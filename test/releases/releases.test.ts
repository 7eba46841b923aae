// What every release has stored is opened by this program: the data of a service and of a console, the studio file, and a backup.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { killPrograms, operate, runCommand, startPart } from '../adapters/storage/programs.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import {
  asRunOf,
  historyOf,
  keptPath,
  keptReleases,
  keysIn,
  messagesIn,
  versionsIn,
  lastingState,
  readWith,
  serviceSettings,
  startConsole,
  KeptFacts,
} from './kept-release.js';

const releases = readdirSync(keptReleases).filter((name) => existsSync(join(keptReleases, name, 'facts.json')));

const factsOf = (release: string): KeptFacts => {
  const text = readFileSync(join(keptReleases, release, 'facts.json'), 'utf8');
  const facts = decodeOrMessage(KeptFacts, JSON.parse(text) as unknown);
  if (E.isLeft(facts)) throw new Error(facts.left);
  return facts.right;
};

/** Returns a copy of what a release has stored. */
const copyOf = (release: string): string => {
  const folder = temporaryFolder();
  cpSync(join(keptReleases, release), folder, { recursive: true });
  return folder;
};

/** Files that a program sets aside, because it can't read them. */
const setAside = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /damaged|unreadable|aside/.test(name));

it('there is at least one release', () => {
  expect(releases).not.toEqual([]);
});

describe.each(releases)('@COMPATIBILITY-3: what version %s has stored', (release) => {
  const facts = factsOf(release);
  afterEach(() => {
    killPrograms();
  });

  it('is a valid studio file', async () => {
    const file = join(keptReleases, release, 'studio.yaml');
    expect(await runCommand(['check', file], {})).toContain(file);
  });

  it('is what the service and the console go on with', async () => {
    const folder = copyOf(release);
    expect([await keysIn(folder), await messagesIn(folder)]).toEqual([facts.keys, facts.messages]);
    expect(await versionsIn(folder)).toEqual(facts.versions);
    const console = await startConsole(folder);
    const settings = await serviceSettings(folder, console);
    // The configuration that was in force is, before the console is reached.
    const alone = await startPart('service', { ...settings, CONSOLE_URL: 'http://127.0.0.1:9' });
    for (const token of Object.values(facts.tokens))
      expect((await readWith(alone, token, '/signals')).status).toBe(200);
    expect(await lastingState(alone, facts.tokens['Desk'] ?? '')).toEqual(facts.state);
    await alone.stop();
    await startPart('service', settings);
    const isConnected = { studio: { connected: true } };
    await expect.poll(() => operate(console.url, 'GET', keptPath), { timeout: 10_000 }).toMatchObject(isConnected);
    expect(await historyOf(console)).toEqual(facts.history);
    const headers = { authorization: `Bearer ${facts.apiToken}` };
    expect((await fetch(`${console.url}${keptPath}`, { headers })).status).toBe(200);
    expect(await asRunOf(settings)).toEqual(facts.asRun);
    expect(setAside(folder)).toEqual([]);
  });

  it('is a backup that can be restored', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'stored'));
    await runCommand(['console', 'restore', join(keptReleases, release, 'console.backup')], {
      DATA_DIR: join(folder, 'stored'),
    });
    const console = await startConsole(folder);
    expect((await historyOf(console)).slice(-facts.history.length)).toEqual(facts.history);
    const { devices } = await operate<{ devices: { name: string }[] }>(console.url, 'GET', `${keptPath}/devices`);
    expect(devices.map(({ name }) => name).sort()).toEqual(Object.keys(facts.tokens).sort());
  });
});
