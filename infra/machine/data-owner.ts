// Lets root run commands on data that another user owns, without leaving files that this user can't read.
import { stat } from 'node:fs/promises';

/**
 * Continues this process as the owner of a folder if it runs as root: files that it creates are then the owner's. Does
 * nothing if the folder doesn't exist, or is root's.
 */
export const actAsOwnerOf = async (folder: string): Promise<void> => {
  if (process.geteuid?.() !== 0) return;
  const owner = await stat(folder).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return;
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
};
