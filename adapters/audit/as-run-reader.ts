// Reads the files of the as-run log, oldest first, one line at a time.
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { AsRunLine } from '../../domain/as-run.js';
import { asRunSeries } from './as-run-files.js';
import { byAge, segmentOf } from './segments.js';

/** A line that is no entry, such as one that a crash cut off. */
export interface UnreadableLine {
  readonly file: string;
  /** From 1. */
  readonly number: number;
}

/** Parses a line; undefined if it is no entry, such as one that a crash cut off. */
export const parseAsRunLine = (text: string): AsRunLine | undefined => {
  const parsed = E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => undefined,
  );
  return E.isRight(parsed) && AsRunLine.is(parsed.right) ? parsed.right : undefined;
};

/** Opens a file. Returns undefined if it no longer exists: the service may remove old files while others are read. */
export const openUnlessRemoved = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

async function* linesOf(folder: string, file: string): AsyncGenerator<E.Either<UnreadableLine, AsRunLine>> {
  await using handle = await openUnlessRemoved(join(folder, file));
  let number = 0;
  for await (const text of handle?.readLines({ encoding: 'utf8' }) ?? []) {
    number += 1;
    if (text === '') continue;
    const line = parseAsRunLine(text);
    yield line === undefined ? E.left({ file, number }) : E.right(line);
  }
}

/**
 * Reads the lines of a folder from a day on, such as `2026-01-31`; all if it is undefined. Rejects if a file can't be read.
 * A file that is removed meanwhile has no lines.
 * A line may be in a file of a later day than that of its command, if the disk did not accept it before.
 */
export async function* readAsRun(
  folder: string,
  fromDay: string | undefined,
): AsyncGenerator<E.Either<UnreadableLine, AsRunLine>> {
  const segments = (await readdir(folder)).flatMap((name) => segmentOf(asRunSeries, name) ?? []).sort(byAge);
  for (const { name, day } of segments) if (fromDay === undefined || day >= fromDay) yield* linesOf(folder, name);
}
