// The last accepted access configuration on disk: checksummed, replaced atomically, with the previous one as a backup.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { Log } from '../../application/ports/log.js';
import {
  defaultConfiguration,
  lockedConfiguration,
  readAccessConfiguration,
  type AccessConfiguration,
} from '../../domain/access/configuration.js';
import { disk, readIfPresent, replaceFile, type DiskOperations, type FoundFile } from './durable-files.js';
import { withChecksum, verifyChecksum } from './checksummed-file.js';

/** The dependencies of the file. */
export interface ConfigurationFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  /** A copy of another studio's configuration is not used. */
  readonly studioId: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
}

const currentName = 'access-configuration';
const previousName = 'access-configuration.previous';

/**
 * Removes all copies in a folder, durably. The newest is removed last: an interruption leaves it, or nothing. Resolves
 * with whether there was a copy; rejects if one can't be removed.
 */
export const forgetConfiguration = async (folder: string): Promise<boolean> => {
  const copies = [`${currentName}.new`, previousName, currentName].map((name) => join(folder, name));
  const found = await Promise.all(copies.map((path) => readIfPresent(disk, path)));
  if (found.every((file) => file === 'missing')) return false;
  for (const path of copies) await rm(path, { force: true });
  await disk.syncFolder(folder);
  return true;
};

/** The configuration in one copy, or why it can't be used. */
type Copy = E.Either<string, AccessConfiguration>;

const readCopy =
  (studioId: string) =>
  (found: FoundFile): Copy =>
    pipe(
      verifyChecksum(found),
      E.chain(readAccessConfiguration),
      E.filterOrElse(
        (configuration) => configuration.studioId === studioId,
        () => "it is another studio's",
      ),
    );

/** Returns the newest configuration of all valid copies: versions only grow. */
const newest = (copies: readonly Copy[]): AccessConfiguration | undefined =>
  copies
    .flatMap((copy) => (E.isRight(copy) ? [copy.right] : []))
    .reduce<AccessConfiguration | undefined>(
      (best, configuration) => (best !== undefined && best.version >= configuration.version ? best : configuration),
      undefined,
    );

const problemOf = (copy: Copy | undefined): string => (copy && E.isLeft(copy) ? copy.left : 'it is valid');

/** Stores configurations in a folder. */
export const configurationFile = ({
  folder,
  studioId,
  log,
  operations = disk,
}: ConfigurationFileDeps): ConfigurationFile => {
  const current = join(folder, currentName);
  const previous = join(folder, previousName);
  const read = readCopy(studioId);

  const withoutValidCopy = (copies: readonly Copy[]): AccessConfiguration => {
    log.error(
      'THE ACCESS CONFIGURATION IS LOST: only the host itself has access until the console sends the configuration again',
      {
        folder,
        current: problemOf(copies[0]),
        previous: problemOf(copies[1]),
      },
    );
    return lockedConfiguration(studioId);
  };

  const load = async (): Promise<AccessConfiguration> => {
    const found = await Promise.all([current, previous].map((path) => readIfPresent(operations, path)));
    if (found.every((file) => file === 'missing')) return defaultConfiguration(studioId);
    const copies = found.map(read);
    // A missing current copy is no disk fault: the service stopped between the two renames of a replacement.
    if (copies[0] && E.isLeft(copies[0]) && found[0] !== 'missing')
      log.warn('the current copy of the access configuration can not be used', { fault: copies[0].left });
    return newest(copies) ?? withoutValidCopy(copies);
  };

  /** Only a valid copy becomes the backup, so that a corrupted one never replaces a valid one. */
  const isCurrentValid = async (): Promise<boolean> => E.isRight(read(await readIfPresent(operations, current)));

  return {
    load,
    save: async (configuration) => {
      const backup = (await isCurrentValid()) ? previous : undefined;
      await replaceFile(operations, current, withChecksum(configuration), backup);
    },
  };
};
