// A file that belongs to the host and that the service edits too: replaced atomically, with its owner and mode.
import { chmod, chown, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { disk, isMissing, type DiskOperations } from './durable-files.js';

/** Only root may give a file away. A file that stays with the service's user is as readable as before. */
const ignoreForbidden = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
};

const orMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/**
 * Replaces a file; resolves once the new content would survive a power cut. A symbolic link stays one. Rejects with the error of
 * the system; the file is as before then.
 */
export const replaceEdited = async (path: string, text: string, operations: DiskOperations = disk): Promise<void> => {
  const target = (await realpath(path).catch(orMissing)) ?? path;
  const before = await stat(target).catch(orMissing);
  const temporary = `${target}.new`;
  await operations.write(temporary, Buffer.from(text, 'utf8'));
  if (before !== undefined) {
    await chown(temporary, before.uid, before.gid).catch(ignoreForbidden);
    await chmod(temporary, before.mode & 0o777);
  }
  await operations.rename(temporary, target);
  await operations.syncFolder(dirname(target));
};
