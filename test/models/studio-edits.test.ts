// Random edits of the studio file by page, text and host, with crashes in the midst of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk, type DiskOperations } from '../../adapters/storage/durable-files.js';
import { studioVersions } from '../../adapters/storage/studio-versions.js';
import type { SaveResult, ShownVersion } from '../../application/editing/answers.js';
import type { Change } from '../../application/editing/requests.js';
import type { Fields } from '../../domain/editing/identity.js';
import { studioTexts } from '../../infra/studio-file/studio-file.js';
import { seededRandom } from '../../simulator/random.js';
import { memoryLog } from '../application/console/readable-log.js';
import { host, openEditor, operator, read, save, studio } from '../application/editing/edited-studio.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Fails like a process that is killed in the midst of its disk operations. */
const killedAfter = (count: number): DiskOperations => {
  let left = count;
  const guarded =
    <Args extends readonly unknown[], A>(operation: (...args: Args) => Promise<A>) =>
    (...args: Args): Promise<A> => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : operation(...args);
    };
  return {
    ...disk,
    write: guarded(disk.write),
    rename: guarded(disk.rename),
    remove: guarded(disk.remove),
    syncFolder: guarded(disk.syncFolder),
  };
};

/** What is edited at random, by whom, and when the process is killed. */
const randomEdits = (seed: number, path: string) => {
  const { between } = seededRandom(seed);
  const isOneOf = (count: number): boolean => between(1, count) === 1;
  return {
    isOneOf,
    operations: () => (isOneOf(5) ? killedAfter(between(0, 12)) : disk),
    editByHost: (name: string): void => {
      if (isOneOf(4)) writeFileSync(path, readFileSync(path, 'utf8').replace(/^name: .*$/m, `name: '${name}'`));
    },
    change: ({ text, value }: ShownVersion, name: string): Change =>
      isOneOf(2)
        ? { text: (text ?? '').replace(/name: (Red light|Lamp \d+)/, `name: ${name}`) }
        : { value: { ...(value as Fields), signals: [{ id: 'red', identifier: 'red', name }] } },
    base: ({ version }: ShownVersion): number => (isOneOf(3) ? Math.max(1, version - 1) : version),
  };
};

it.each([1, 2, 3, 4, 5])('100 edits leave no file with issues, and lose no version (seed %i)', async (seed) => {
  const folder = temporaryFolder();
  const path = join(folder, 'studio.yaml');
  writeFileSync(path, studio);
  const random = randomEdits(seed, path);
  const saved = new Map<number, string>();
  const edit = async (name: string): Promise<void> => {
    const { ask } = await openEditor(folder, random.operations());
    random.editByHost(name);
    const seen = await ask<ShownVersion>(read);
    const request = save(random.base(seen), random.change(seen, name));
    const answer = await ask<SaveResult>(request, random.isOneOf(2) ? host : operator);
    if (answer.result === 'saved') saved.set(answer.version.version, readFileSync(path, 'utf8'));
  };
  for (let count = 0; count < 100; count += 1) {
    await edit(`Lamp ${String(count)}`).catch((error: unknown) => {
      expect(String(error)).toMatch(/killed|can't be written/);
    });
    const now = readFileSync(path, 'utf8');
    expect(studioTexts.check(now)).toMatchObject({ _tag: 'Right' });
    expect(now).toContain('# in the rack');
  }
  expect(saved.size).toBeGreaterThan(30);
  const kept = studioVersions({ folder: join(folder, 'versions'), log: memoryLog() });
  for (const [version, text] of saved)
    if (version > Math.max(...saved.keys()) - 50) expect((await kept.read(version))?.text).toBe(text);
});
