// A secret left in a file for its owner alone: the first operator's password, or a studio's key beside its service.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitialPasswordFile } from '../../application/console/sign-in/operators.js';
import { disk, readIfThere, replaceFile } from './durable-files.js';

/** One secret in one file. */
export interface SecretFile {
  readonly path: string;
  /** `undefined` when nothing is there; rejects when something is and can't be read. */
  readonly read: () => Promise<string | undefined>;
  /** Resolves once it would survive a power cut. */
  readonly write: (secret: string) => Promise<void>;
  /** Also where nothing is there. */
  readonly remove: () => Promise<void>;
}

/** Keeps a secret in a file that only its owner may read. */
export const secretFile = (folder: string, name: string): SecretFile => {
  const path = join(folder, name);
  return {
    path,
    read: async () => {
      const found = await readIfThere(disk, path);
      if (found === 'unreadable') throw new Error(`${path} can't be read`);
      const secret = found === 'missing' ? '' : found.toString('utf8').trim();
      return secret === '' ? undefined : secret;
    },
    write: (secret) => replaceFile(disk, path, Buffer.from(`${secret}\n`, 'utf8')),
    remove: () => rm(path, { force: true }),
  };
};

/** Notes the first operator's password in a file; one that was noted before a crash is used again. */
export const passwordNote = ({ read, write, remove }: SecretFile): InitialPasswordFile => ({
  noted: async (fresh) => {
    const before = await read();
    if (before === undefined) await write(fresh);
    return before ?? fresh;
  },
  withdraw: remove,
});
