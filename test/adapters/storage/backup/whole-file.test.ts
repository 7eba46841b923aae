// In which order a whole file reaches the disk or leaves it, and how it gets its name on file systems without hard links.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeWholeFile } from '../../../../adapters/storage/backup/whole-file.js';
import { forgetConfiguration } from '../../../../adapters/storage/configuration-file.js';
import { storageFixture } from '../storage-fixture.js';

const { folder } = storageFixture();
const path = (): string => join(folder(), 'backup');

let operations: string[];
let linkError: string | undefined;
let beforeLink: () => void;

const recorded = (file: FileHandle, name: string): FileHandle => {
  const sync = file.sync.bind(file);
  file.sync = async () => {
    await sync();
    operations.push(`sync ${name}`);
  };
  return file;
};

const nameOf = (file: unknown): string => {
  const name = basename(String(file));
  return name.endsWith('.new') ? 'temporary' : name === basename(folder()) ? 'folder' : name;
};

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return {
    ...real,
    open: async (file, ...how) => recorded(await real.open(file, ...how), nameOf(file)),
    link: async (from, to) => {
      beforeLink();
      if (linkError !== undefined) throw Object.assign(new Error(linkError), { code: linkError, syscall: 'link' });
      await real.link(from, to);
      operations.push(`link ${nameOf(to)}`);
    },
    rename: async (from, to) => {
      await real.rename(from, to);
      operations.push(`rename ${nameOf(to)}`);
    },
    rm: async (path, how) => {
      await real.rm(path, how);
      operations.push(`remove ${nameOf(path)}`);
    },
  };
});

beforeEach(() => {
  [operations, linkError, beforeLink] = [[], undefined, () => undefined];
});

async function* content(): AsyncGenerator<string> {
  yield 'first, ';
  yield await Promise.resolve('second');
}

const write = (replaces: boolean): Promise<void> => writeWholeFile(path(), content(), { replaces });

describe('@BACKUP-3: a whole file', () => {
  it.each([
    ['is new', false, ['link backup', 'remove temporary']],
    ['replaces another', true, ['rename backup']],
  ])(
    'that %s is on disk before it gets its name, and its name before it counts as written',
    async (_, replaces, how) => {
      await write(replaces);
      expect(operations).toEqual(['sync temporary', ...how, 'sync folder']);
      expect(readdirSync(folder())).toEqual(['backup']);
      expect(readFileSync(path(), 'utf8')).toBe('first, second');
    },
  );

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'is renamed on a file system that answers a link with %s',
    async (code) => {
      linkError = code;
      await write(false);
      expect(operations).toEqual(['sync temporary', 'rename backup', 'sync folder']);
      expect(readdirSync(folder())).toEqual(['backup']);
      expect(readFileSync(path(), 'utf8')).toBe('first, second');
    },
  );

  it.each([undefined, 'EPERM'])('does not replace a file that has appeared meanwhile (%s)', async (code) => {
    linkError = code;
    beforeLink = () => {
      writeFileSync(path(), 'of somebody else');
    };
    await expect(write(false)).rejects.toThrow(`${path()} exists already; choose another name, or add --replace`);
    expect(readdirSync(folder())).toEqual(['backup']);
    expect(readFileSync(path(), 'utf8')).toBe('of somebody else');
  });

  it('that can not get its name leaves nothing, and the error names the file', async () => {
    linkError = 'EIO';
    await expect(write(false)).rejects.toThrow(`${path()} can't be written (EIO)`);
    expect(existsSync(dirname(path())) && readdirSync(folder())).toEqual([]);
  });
});

it('@CONFIG-12: the copies of a configuration are removed, the one in force last, and then their names', async () => {
  const name = 'access-configuration';
  for (const copy of [name, `${name}.previous`, `${name}.new`]) writeFileSync(join(folder(), copy), 'content');
  expect(await forgetConfiguration(folder())).toBe(true);
  expect(operations).toEqual(['remove temporary', `remove ${name}.previous`, `remove ${name}`, 'sync folder']);
});

// The last one: its stream may still be on its way to the disk when it ends.
it('@BACKUP-3: a whole file exists before its content is read: one that was created after its removal would stay', async () => {
  let before: readonly string[] = [];
  const unreadable: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        before = readdirSync(folder());
        return Promise.reject(new Error('unreadable'));
      },
    }),
  };
  const written = writeWholeFile(path(), unreadable, { replaces: false });
  await expect(written).rejects.toThrow('unreadable');
  expect(before).toHaveLength(1);
  expect(readdirSync(folder())).toEqual([]);
});
