// Every kept file in every damage: the load ends, what is wrong is logged, and the next save and load succeed.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { segmentFiles } from '../../../adapters/audit/segment-files.js';
import { configurationFile } from '../../../adapters/storage/configuration-file.js';
import { withChecksum } from '../../../adapters/storage/checksummed-file.js';
import { ledgerFile } from '../../../adapters/storage/ledger-file.js';
import { lockFile } from '../../../adapters/storage/lock-file.js';
import { reportFile } from '../../../adapters/storage/report-file.js';
import { runtimeStateFile } from '../../../adapters/storage/runtime-state-file.js';
import { secretFile } from '../../../adapters/storage/secret-file.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { markDataFormat } from '../../../infra/machine/data-format.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { storageFixture } from './storage-fixture.js';

const { folder, loggedProblems, log } = storageFixture({ recordsWarnings: true });

/** A kept file: how it is written, and read at the start. */
interface Kept {
  readonly name: string;
  readonly save: () => unknown;
  readonly load: () => unknown;
  /** The damages after which the program doesn't start, with one line about the file. */
  readonly refuses?: readonly Damage[];
  /** The damages that look like a file that was cut off by a crash, or like another valid content. */
  readonly unnoticed?: readonly Damage[];
}

const entry = { id: 'a', operation: 'clip.play', owner: 'o', caller: null, startedAtMs: 0, timeoutMs: 1, commands: [] };
const answer = {
  owner: 'o',
  key: 'k',
  call: 'c',
  endsAtMs: 1,
  response: { failure: { code: 'conflict', message: 'm' } },
};
const deps = () => ({ folder: folder(), studioId: 'studio-1', log });
const appendEntry = async (): Promise<void> => {
  const files = segmentFiles({
    ...{ folder: folder(), series: 'service', retention: { days: 30, bytes: 1_000_000 } },
    clock: { now: () => Date.UTC(2021, 2, 1) },
  });
  await files.append('{}\n');
  await files.close();
};
const others = ['folder', 'pipe', 'link'] as const;

const kept: readonly Kept[] = [
  {
    name: 'access-configuration',
    save: () => configurationFile(deps()).save({ ...defaultConfiguration('studio-1'), version: 7 }),
    load: () => configurationFile(deps()).load(),
  },
  {
    name: 'studio-present',
    save: () => runtimeStateFile(deps()).save(initialRuntimeState(demoStudio)),
    load: () => runtimeStateFile(deps()).load(),
  },
  {
    name: 'kept-answers',
    save: () => {
      writeFileSync(join(folder(), 'kept-answers'), withChecksum({ studioId: 'studio-1', answers: [answer] }));
    },
    load: () => ledgerFile(deps()).load(),
  },
  {
    name: 'unacknowledged-reports',
    save: () => reportFile(deps()).save({ lastCalls: [], counted: [], sending: null }),
    load: () => reportFile(deps()).load(),
  },
  {
    name: 'action-journal',
    save: () => ledgerFile(deps()).replace({ entries: [entry], answers: [] }),
    load: () => ledgerFile(deps()).load(),
    unnoticed: ['truncated'],
  },
  {
    name: 'format.json',
    save: () => markDataFormat(folder(), log),
    load: () => markDataFormat(folder(), log),
  },
  {
    name: 'lock',
    save: () => undefined,
    load: () => {
      lockFile(join(folder(), 'lock'), 'in use', log.warn)();
    },
    refuses: others,
    unnoticed: ['truncated', 'zeroed'],
  },
  {
    name: 'lock-holder',
    save: () => {
      lockFile(join(folder(), 'lock'), 'in use', log.warn)();
    },
    load: () => {
      lockFile(join(folder(), 'lock'), 'in use', log.warn)();
    },
    unnoticed: ['truncated', 'zeroed', 'garbage', ...others],
  },
  {
    name: 'service-2021-03-01-00001.jsonl',
    save: appendEntry,
    load: appendEntry,
    refuses: others,
    unnoticed: ['truncated', 'zeroed', 'garbage'],
  },
  {
    name: 'studio-key',
    save: () => secretFile(folder(), 'studio-key').write('secret'),
    load: () => secretFile(folder(), 'studio-key').read(),
    refuses: others,
    unnoticed: ['truncated', 'zeroed', 'garbage'],
  },
];

/** What happens to a file, from its path and content. */
const damages = {
  truncated: (path: string, content: Buffer) => {
    writeFileSync(path, content.subarray(0, content.length / 2));
  },
  zeroed: (path: string, content: Buffer) => {
    writeFileSync(path, Buffer.alloc(Math.max(1, content.length)));
  },
  garbage: (path: string) => {
    writeFileSync(path, Buffer.concat([randomBytes(5_000), Buffer.from('\n')]));
  },
  folder: (path: string) => {
    mkdirSync(join(path, 'inside'), { recursive: true });
  },
  pipe: (path: string) => {
    execFileSync('mkfifo', [path]);
  },
  link: (path: string) => {
    symlinkSync(join(path, 'nowhere'), path);
  },
};
type Damage = keyof typeof damages;

describe.each(kept)('@START-22: $name', ({ name, save, load, refuses = [], unnoticed = [] }) => {
  it.each(Object.keys(damages) as Damage[])('%s', async (damage) => {
    await save();
    const path = join(folder(), name);
    const content = existsSync(path) ? readFileSync(path) : Buffer.from('');
    rmSync(path, { force: true });
    damages[damage](path, content);
    const loaded = Promise.resolve().then(load);
    if (refuses.includes(damage)) {
      await expect(loaded).rejects.toThrow(path);
      return;
    }
    await loaded;
    if (!unnoticed.includes(damage)) expect(loggedProblems()).not.toEqual([]);
    const problems = loggedProblems().length;
    await save();
    await load();
    expect(loggedProblems().slice(problems)).toEqual([]);
  });
});
