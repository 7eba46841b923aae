// Reads the files of the as-run log, oldest first, one line at a time.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

const parse = (text: string): AsRunLine | undefined => {
  const parsed = E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => undefined,
  );
  return E.isRight(parsed) && AsRunLine.is(parsed.right) ? parsed.right : undefined;
};

async function* linesOf(folder: string, file: string): AsyncGenerator<E.Either<UnreadableLine, AsRunLine>> {
  let number = 0;
  const input = createReadStream(join(folder, file), 'utf8');
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    if (text === '') continue;
    const line = parse(text);
    yield line === undefined ? E.left({ file, number }) : E.right(line);
  }
}

/**
 * Reads the lines of a folder from a day on, such as `2026-01-31`; all if it is undefined. Rejects if a file can't be read.
 * A line may be in a file of a later day than that of its command, if the disk did not accept it before.
 */
export async function* readAsRun(
  folder: string,
  fromDay: string | undefined,
): AsyncGenerator<E.Either<UnreadableLine, AsRunLine>> {
  const segments = (await readdir(folder)).flatMap((name) => segmentOf(asRunSeries, name) ?? []).sort(byAge);
  for (const { name, day } of segments) if (fromDay === undefined || day >= fromDay) yield* linesOf(folder, name);
}
