// Writes a file from a stream: whole or not at all, readable by its owner only.
import { randomUUID } from 'node:crypto';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMissing } from '../durable-files.js';
import { BackupError } from './backup-error.js';
import { removeLeftovers, temporaryName } from './leftovers.js';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

const exists = (path: string): BackupError =>
  new BackupError(`${path} exists already; choose another name, or add --replace`);

/** Rejects if a file would be overwritten that must not be. A device or folder never is. */
const refuseOverwriting = async (path: string, replaces: boolean): Promise<void> => {
  const found = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new BackupError(`${path} can't be written (${codeOf(error)})`);
  });
  if (found === undefined) return;
  if (!found.isFile()) throw new BackupError(`${path} is not a file; choose another name`);
  if (!replaces) throw exists(path);
};

const syncFolder = async (path: string): Promise<void> => {
  await using folder = await open(path, 'r');
  await folder.sync();
};

/** File systems without hard links, such as FAT, have no way to rename a file only if the new name is free. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Gives the file its name only if the name is free. */
const placeNew = async (temporary: string, path: string): Promise<void> => {
  try {
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw exists(path);
    if (!withoutLinks.has(codeOf(error))) throw error;
    await refuseOverwriting(path, false);
    await rename(temporary, path);
    return;
  }
  await rm(temporary);
};

/**
 * Writes a file; it is on disk when it resolves. Rejects with a `BackupError` that names the file if that fails, or if the
 * file exists and may not be replaced; then everything is as before. Errors of `content` are passed on.
 */
export const writeWholeFile = async (
  path: string,
  content: AsyncIterable<string>,
  { replaces }: { readonly replaces: boolean },
): Promise<void> => {
  await refuseOverwriting(path, replaces);
  await removeLeftovers(path, Date.now());
  // A name of its own: a file that exists already belongs to somebody else.
  const temporary = temporaryName(path, randomUUID());
  try {
    // A stream that opens it itself would create it after its removal, if the content failed at once.
    const file = await open(temporary, 'wx', 0o600);
    await pipeline(content, file.createWriteStream({ flush: true }));
    await (replaces ? rename(temporary, path) : placeNew(temporary, path));
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === undefined) throw error;
    throw new BackupError(`${path} can't be written (${code})`);
  }
};
