// Creates a folder and its missing parents. The option `recursive` of Node.js never ends below /proc, where a folder exists
// in which none can be created.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Creates one folder. Resolves with whether it was missing; rejects with ENOENT if its parent is missing. */
const makeFolder = async (path: string, mode: number): Promise<boolean> => {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    const exists = codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory();
    if (exists) return false;
    throw error;
  }
};

/** Creates a folder with its missing parents. Resolves with the topmost that was created; undefined if it existed. */
export const makeFolders = async (path: string, mode: number): Promise<string | undefined> => {
  try {
    return (await makeFolder(path, mode)) ? path : undefined;
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    const top = await makeFolders(parent, mode);
    return (await makeFolder(path, mode)) ? (top ?? path) : top;
  }
};
