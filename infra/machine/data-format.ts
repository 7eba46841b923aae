// The format of the stored data, so that an older program never reads, and damages, the data of a newer one.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { disk, readIfPresent, replaceFile, setAside, type FoundFile } from '../../adapters/storage/durable-files.js';
import type { Log } from '../../application/ports/log.js';
import { StartupError } from './startup-errors.js';
import { version } from './version.js';

/** Raised when an earlier version of the program can no longer read what this one stores. */
const dataFormat = 2;

const fileName = 'format.json';

/** The format of the data, and the version of the program that was the first to write it. */
const Marker = t.readonly(t.type({ format: t.number, version: t.string }));
type Marker = t.TypeOf<typeof Marker>;

const parse = (found: FoundFile): Marker | undefined => {
  const read = E.tryCatch(
    () => JSON.parse(String(found)) as unknown,
    () => undefined,
  );
  const marker = E.isRight(read) ? Marker.decode(read.right) : read;
  return E.isRight(marker) ? marker.right : undefined;
};

/** Reads the mark. A damaged one is set aside: each kept file is checked by itself. */
const read = async (path: string, log: Log): Promise<Marker | undefined> => {
  const found = await readIfPresent(disk, path);
  const marker = parse(found);
  if (marker === undefined && found !== 'missing') {
    const message = 'DATA_DIR: the mark of the data format is damaged; the data is taken for that of this version';
    const fault =
      found === 'unreadable' ? 'it cannot be read' : `expected ${JSON.stringify({ format: dataFormat, version })}`;
    await setAside({ operations: disk, log, path, found, fault, message });
  }
  return marker;
};

const mark = (path: string, log: Log): Promise<void> =>
  replaceFile(disk, path, Buffer.from(`${JSON.stringify({ format: dataFormat, version })}\n`)).catch(
    (error: unknown) => {
      log.warn('DATA_DIR: the format of the data could not be stored', { path, reason: (error as Error).message });
    },
  );

/**
 * Marks the data in `DATA_DIR` with the format of this program (START-15). A disk that can't be written to is logged.
 * Rejects with a `StartupError` if a newer program has written the data in a format that this one doesn't know.
 */
export const markDataFormat = async (dataFolder: string, log: Log): Promise<void> => {
  const path = join(dataFolder, fileName);
  const found = await read(path, log);
  if (found !== undefined && found.format > dataFormat)
    throw new StartupError(
      `DATA_DIR: ${dataFolder} was written by version ${found.version} in format ${String(found.format)}, and version ` +
        `${version} reads format ${String(dataFormat)} at most; install version ${found.version} or newer, or restore a backup`,
    );
  if (found?.format !== dataFormat) await mark(path, log);
};
