// A secret in a file that only its owner can read: the first operator's password, or a studio key.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitialPasswordFile } from '../../application/console/sign-in/operators.js';
import { disk, readIfPresent, replaceFile } from './durable-files.js';

/** A file with one secret. */
export interface SecretFile {
  readonly path: string;
  /** Resolves with `undefined` when the file is missing or empty; rejects when it can't be read. */
  readonly read: () => Promise<string | undefined>;
  /** Resolves once the secret is on disk. */
  readonly write: (secret: string) => Promise<void>;
  /** Succeeds even if there is no file. */
  readonly remove: () => Promise<void>;
}

/** Stores a secret in a file that only its owner can read. */
export const secretFile = (folder: string, name: string): SecretFile => {
  const path = join(folder, name);
  return {
    path,
    read: async () => {
      const found = await readIfPresent(disk, path);
      if (found === 'unreadable') throw new Error(`${path} can't be read`);
      const secret = found === 'missing' ? '' : found.toString('utf8').trim();
      return secret === '' ? undefined : secret;
    },
    write: (secret) => replaceFile(disk, path, Buffer.from(`${secret}\n`, 'utf8')),
    remove: () => rm(path, { force: true }),
  };
};

/** Stores the first operator's generated password; one that was written before a crash is used again. */
export const initialPasswordFile = ({ read, write, remove }: SecretFile): InitialPasswordFile => ({
  readOrCreate: async (generated) => {
    const before = await read();
    if (before === undefined) await write(generated);
    return before ?? generated;
  },
  remove: remove,
});
