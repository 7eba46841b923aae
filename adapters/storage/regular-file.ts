// Reads regular files only: a named pipe may block the read, and a device may never end.
import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import { utf8Text } from './text-encoding.js';

/** Returns what is at a path, if it is no regular file. */
export const otherKindOf = (stats: Stats): string | undefined => {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a directory';
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
};

/** Reads a file up to the bound only, because it may grow meanwhile. */
const readBounded = async (file: string, maxBytes: number): Promise<Buffer> => {
  // A named pipe that takes the file's place meanwhile must not block the read.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  return buffer(handle.createReadStream({ end: maxBytes }));
};

/**
 * Reads a file of up to `maxBytes` in UTF-8; follows symbolic links. Returns what was expected if it is another kind of file,
 * longer, or in another encoding. Rejects with the error of the system if it can't be read.
 */
export const readRegularFile = async (file: string, maxBytes: number): Promise<E.Either<string, string>> => {
  const otherKind = otherKindOf(await stat(file));
  if (otherKind !== undefined) return E.left(`expected a regular file, got ${otherKind}`);
  const content = await readBounded(file, maxBytes);
  return content.length > maxBytes ? E.left(`expected a file of up to ${String(maxBytes)} bytes`) : utf8Text(content);
};

/** Symbolic links are never followed: this program keeps regular files only. */
export const keptFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Reads a file that this program keeps. Rejects with the error of the system, or if it is no regular file. */
export const readKeptFile = async (path: string): Promise<Buffer> => {
  await using file = await open(path, keptFlags);
  const otherKind = otherKindOf(await file.stat());
  if (otherKind !== undefined) throw new Error(`${path}: expected a regular file, got ${otherKind}`);
  return await file.readFile();
};
