// Files that are written whole or not at all, as backups of the console are.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWholeFile } from '../../../../adapters/storage/backup/whole-file.js';
import { storageFixture } from '../storage-fixture.js';

const { folder } = storageFixture();

it('@BACKUP-3: exist before their content is read: one that was created after its removal would stay', async () => {
  let before: readonly string[] = [];
  const content: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        before = readdirSync(folder());
        return Promise.reject(new Error('unreadable'));
      },
    }),
  };
  const written = writeWholeFile(join(folder(), 'backup'), content, { replaces: false });
  await expect(written).rejects.toThrow('unreadable');
  expect(before).toHaveLength(1);
  expect(readdirSync(folder())).toEqual([]);
});
