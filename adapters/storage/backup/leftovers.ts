// Removes what backups that were killed have left beside their file.
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Since when a file has not been written that no running backup writes, in milliseconds. Running ones write all the time. */
const abandonedMs = 60 * 60 * 1_000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the name of a file that becomes `path` once it is whole. */
export const temporaryName = (path: string, id: string): string => `${path}.${id}.new`;

const isTemporaryOf = (path: string, name: string): boolean => {
  const id = name.slice(basename(path).length + 1, -'.new'.length);
  return uuid.test(id) && name === basename(temporaryName(path, id));
};

const removeIfAbandoned = async (path: string, nowMs: number): Promise<void> => {
  const found = await lstat(path);
  if (found.isFile() && nowMs - found.mtimeMs >= abandonedMs) await rm(path);
};

/**
 * Removes the unfinished files of earlier backups to the same path. Leaves those that may belong to a backup that is running.
 * Never rejects: a leftover prevents no backup.
 */
export const removeLeftovers = async (path: string, nowMs: number): Promise<void> => {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => isTemporaryOf(path, one)))
    await removeIfAbandoned(join(folder, name), nowMs).catch(() => undefined);
};
