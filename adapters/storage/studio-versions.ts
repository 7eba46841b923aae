// The last versions of the studio file on disk: a file for each, checksummed, because a crash must not cut one off.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { StudioVersion, StudioVersionHead, StudioVersions } from '../../application/ports/studio-file.js';
import { verifyChecksum, withChecksum } from './checksummed-file.js';
import { disk, isMissing, readIfPresent, replaceFile, type DiskOperations } from './durable-files.js';

export interface StudioVersionsDeps {
  /** The folder; created with the first version. */
  readonly folder: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
}

const StoredVersion = t.readonly(
  t.intersection([
    t.type({ version: t.number, timeMs: t.number, by: t.string, isValid: t.boolean, text: t.string }),
    t.partial({ restored: t.number }),
  ]),
);

const nameOf = (version: number): string => String(version).padStart(6, '0');

const numbersIn = (folder: string): Promise<readonly number[]> =>
  readdir(folder).then(
    (names) =>
      names
        .filter((name) => /^\d{6,}$/.test(name))
        .map(Number)
        .sort((one, other) => other - one),
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );

/** Stores versions in a folder. */
export const studioVersions = ({ folder, log, operations = disk }: StudioVersionsDeps): StudioVersions => {
  const pathOf = (version: number): string => join(folder, nameOf(version));

  const read = async (version: number): Promise<StudioVersion | undefined> => {
    const found = await readIfPresent(operations, pathOf(version));
    if (found === 'missing') return undefined;
    const stored = pipe(
      verifyChecksum(found),
      E.chainW((found) => StoredVersion.decode(found)),
    );
    if (E.isRight(stored)) return stored.right;
    log.error('a version of the studio file can not be used', { path: pathOf(version) });
    return undefined;
  };

  const headOf = async (version: number): Promise<StudioVersionHead> => {
    const { text: _, ...head } = (await read(version)) ?? { version, timeMs: 0, by: '', isValid: false, text: '' };
    return head;
  };

  return {
    read,
    load: async () => {
      const heads: StudioVersionHead[] = [];
      for (const version of await numbersIn(folder)) heads.push(await headOf(version));
      return heads;
    },
    save: (version) => replaceFile(operations, pathOf(version.version), withChecksum(version)),
    remove: (version) => operations.remove(pathOf(version)),
  };
};
