// The studio's present on disk: a single small file, checksummed and replaced whole, so that a kill at any moment leaves
// the old present or the new one.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { RuntimeStateFile } from '../../application/ports/runtime-state-file.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { RuntimeState } from '../../domain/studio/runtime-state.js';
import { disk, readIfThere, replaceFile, type DiskSteps, type FoundFile } from './durable-files.js';
import { withChecksum, verifyChecksum } from './checksummed-file.js';

/** Where and for whom the present is kept. */
export interface RuntimeStateFileDeps {
  /** The folder; made when it isn't there. */
  readonly folder: string;
  /** Another studio's present is set aside. */
  readonly studioId: string;
  readonly log: Log;
  readonly steps?: DiskSteps;
}

const fileName = 'studio-present';

const Kept = t.type({ studioId: t.string, present: RuntimeState });

const read = (found: FoundFile, studioId: string): E.Either<string, RuntimeState> =>
  pipe(
    verifyChecksum(found),
    E.chain((document) => decodeOrMessage(Kept, document)),
    E.filterOrElse(
      (kept) => kept.studioId === studioId,
      () => "it is another studio's",
    ),
    E.map(({ present }) => present),
  );

/** What is in it tells copies that were set aside apart: none takes another's place. */
const asideName = (found: FoundFile): string =>
  Buffer.isBuffer(found) ? createHash('sha256').update(found).digest('hex').slice(0, 12) : found;

/** Keeps the present in a folder. */
export const runtimeStateFile = ({ folder, studioId, log, steps = disk }: RuntimeStateFileDeps): RuntimeStateFile => {
  const path = join(folder, fileName);

  /** What can't be believed is kept for people to look at. */
  const setAside = async (found: FoundFile, fault: string): Promise<undefined> => {
    const aside = `${path}.set-aside-${asideName(found)}`;
    const told = 'what was kept of the studio can not be used: it begins as it is laid out';
    await steps.rename(path, aside).then(
      () => {
        log.error(told, { fault, aside });
      },
      (error: unknown) => {
        log.error(`${told}, and the file could not be set aside`, { fault, path, error });
      },
    );
  };

  return {
    load: async () => {
      const found = await readIfThere(steps, path);
      if (found === 'missing') return undefined;
      const kept = read(found, studioId);
      return E.isRight(kept) ? kept.right : setAside(found, kept.left);
    },
    save: (present) => replaceFile(steps, path, withChecksum({ studioId, present })),
  };
};
