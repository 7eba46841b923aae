// A secret in a file that only its owner can read: the first operator's password, or a studio key.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitialPasswordFile } from '../../application/console/sign-in/operators.js';
import { disk, replaceFile } from './durable-files.js';
import { keptFlags, otherKindOf } from './regular-file.js';

/** A file with one secret. */
export interface SecretFile {
  readonly path: string;
  /**
   * Resolves with `undefined` when the file is missing or empty. Rejects when it can't be read, is a symbolic link or
   * belongs to another user: a secret that somebody else has put there is not secret.
   */
  readonly read: () => Promise<string | undefined>;
  /** Resolves once the secret is on disk. */
  readonly write: (secret: string) => Promise<void>;
  /** Succeeds even if there is no file. */
  readonly remove: () => Promise<void>;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

class ForeignFile extends Error {}
class OtherKind extends Error {}

/** Reads a file of this user; rejects with `ForeignFile` if it is another's. Windows has no users to compare. */
const readOwnFile = async (path: string): Promise<string> => {
  await using file = await open(path, keptFlags);
  const stats = await file.stat();
  const [otherKind, { uid }] = [otherKindOf(stats), stats];
  if (otherKind !== undefined) throw new OtherKind(`${path}: expected a regular file, got ${otherKind}; remove it`);
  if (uid !== (process.geteuid?.() ?? uid)) throw new ForeignFile();
  return await file.readFile('utf8');
};

const readSecret = (path: string): Promise<string> =>
  readOwnFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    if (error instanceof ForeignFile || codeOf(error) === 'ELOOP')
      throw new Error(`${path} is not a file of this user; remove it`);
    if (error instanceof OtherKind) throw error;
    throw new Error(`${path} can't be read (${codeOf(error)})`);
  });

/** Stores a secret in a file that only its owner can read. */
export const secretFile = (folder: string, name: string): SecretFile => {
  const path = join(folder, name);
  return {
    path,
    read: async () => {
      const secret = (await readSecret(path)).trim();
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
