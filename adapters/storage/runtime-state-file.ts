// The studio's runtime state on disk: a small file, checksummed and replaced atomically, so that a crash leaves the old
// state or the new one.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { RuntimeStateFile } from '../../application/ports/runtime-state-file.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { RuntimeState } from '../../domain/studio/runtime-state.js';
import { disk, readIfPresent, replaceFile, setAside, type DiskOperations, type FoundFile } from './durable-files.js';
import { withChecksum, verifyChecksum } from './checksummed-file.js';

/** The dependencies of the file. */
export interface RuntimeStateFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  /** The state of another studio is set aside. */
  readonly studioId: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
}

const fileName = 'studio-present';

const Document = t.type({ studioId: t.string, present: RuntimeState });

const read = (found: FoundFile, studioId: string): E.Either<string, RuntimeState> => {
  const document = verifyChecksum(found);
  if (E.isLeft(document)) return document;
  const decoded = decodeOrMessage(Document, document.right);
  if (E.isLeft(decoded)) return decoded;
  return decoded.right.studioId === studioId ? E.right(decoded.right.present) : E.left("it is another studio's");
};

/** Stores the runtime state in a folder. */
export const runtimeStateFile = ({
  folder,
  studioId,
  log,
  operations = disk,
}: RuntimeStateFileDeps): RuntimeStateFile => {
  const path = join(folder, fileName);

  return {
    load: async () => {
      const found = await readIfPresent(operations, path);
      if (found === 'missing') return undefined;
      const state = read(found, studioId);
      if (E.isRight(state)) return state.right;
      const message = 'the stored runtime state can not be used; the studio starts with its initial state';
      await setAside({ operations, log, path, found, fault: state.left, message });
      return undefined;
    },
    save: (state) => replaceFile(operations, path, withChecksum({ studioId, present: state })),
  };
};
