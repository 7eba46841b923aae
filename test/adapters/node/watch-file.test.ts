// Several watches of one file, and one that ends.
import { mkdtempSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFileChanges } from '../../../adapters/node/watch-file.js';
import { eventually } from '../../support/eventually.js';

const fail = (error: Error): never => {
  throw error;
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-watch-'));
  file = join(folder, 'watched');
  writeFileSync(file, 'a');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('the end of one leaves the others, also where the file system reports no changes', async () => {
  let [ended, going] = [0, 0];
  const other = (): void => undefined;
  const poll = watchFile(file, { persistent: false }, other);
  const end = watchFileChanges(file, () => (ended += 1), fail);
  const endOther = watchFileChanges(file, () => (going += 1), fail);
  expect(poll.listenerCount('change')).toBe(3);
  end();
  expect(poll.listenerCount('change')).toBe(2);
  ended = 0;
  writeFileSync(file, 'b');
  await eventually('the change is reported', () => going > 0);
  expect(ended).toBe(0);
  endOther();
  expect(poll.listenerCount('change')).toBe(1);
  unwatchFile(file, other);
});

it('is polled where its folder can not be watched, which is reported once', () => {
  const path = join(folder, 'none', 'watched');
  const errors: Error[] = [];
  const other = (): void => undefined;
  const poll = watchFile(path, { persistent: false }, other);
  const end = watchFileChanges(
    path,
    () => undefined,
    (error) => errors.push(error),
  );
  expect(errors).toMatchObject([{ code: 'ENOENT' }]);
  expect(poll.listenerCount('change')).toBe(2);
  end();
  expect(poll.listenerCount('change')).toBe(1);
  unwatchFile(path, other);
});

it('is not called for other files of the folder', async () => {
  let changes = 0;
  const end = watchFileChanges(file, () => (changes += 1), fail);
  writeFileSync(join(folder, 'other'), 'a');
  let others = 0;
  const endOther = watchFileChanges(join(folder, 'other'), () => (others += 1), fail);
  writeFileSync(join(folder, 'other'), 'b');
  await eventually('the change of the other file is reported', () => others > 0);
  expect(changes).toBe(0);
  end();
  endOther();
});
