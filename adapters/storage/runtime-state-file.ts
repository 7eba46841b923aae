// The studio's runtime state on disk: checksummed states, one after the other, of which the last one counts. A crash leaves the old
// state or the new one.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { RuntimeStateFile } from '../../application/ports/runtime-state-file.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { RuntimeState } from '../../domain/studio/runtime-state.js';
import { appendedFile, openAppend, type OpenAppend } from './appended-file.js';
import { lastDocument, withChecksum } from './checksummed-file.js';
import { disk, readIfPresent, setAside, type DiskOperations } from './durable-files.js';

/** The dependencies of the file. */
export interface RuntimeStateFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  /** The state of another studio is set aside. */
  readonly studioId: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
  /** Opens the file to append to it. Default: on the real disk. */
  readonly openFile?: OpenAppend;
}

const fileName = 'studio-present';

const Document = t.type({ studioId: t.string, present: RuntimeState });

/** Size from which the file is replaced by one that has only the newest state, in octets. */
const maxFileBytes = 262_144;

const read = (document: unknown, studioId: string): E.Either<string, RuntimeState> => {
  const decoded = decodeOrMessage(Document, document);
  if (E.isLeft(decoded)) return decoded;
  return decoded.right.studioId === studioId ? E.right(decoded.right.present) : E.left("it is another studio's");
};

/** Stores the runtime state in a folder. */
export const runtimeStateFile = ({
  folder,
  studioId,
  log,
  operations = disk,
  openFile = openAppend,
}: RuntimeStateFileDeps): RuntimeStateFile => {
  const path = join(folder, fileName);
  const file = appendedFile({ path, operations, open: openFile });
  // What an earlier run, or a write that failed, has left at the end of the file is unknown.
  let mustReplace = true;

  return {
    load: async () => {
      const found = await readIfPresent(operations, path);
      if (found === 'missing') return undefined;
      const { document, isCutOff } = lastDocument(found);
      const state = pipe(
        document,
        E.chain((one) => read(one, studioId)),
      );
      if (isCutOff)
        log.error('the last change of the runtime state was cut off; the state before it is used', { path });
      if (E.isRight(state)) return state.right;
      const message = 'the stored runtime state can not be used; the studio starts with its initial state';
      await setAside({ operations, log, path, found, fault: state.left, message });
      return undefined;
    },
    save: async (state) => {
      const text = withChecksum({ studioId, present: state }).toString('utf8');
      const isReplaced = mustReplace || file.size() > maxFileBytes;
      mustReplace = true;
      await (isReplaced ? file.replace(text) : file.append(`\n${text}`, true));
      mustReplace = false;
    },
    close: file.close,
  };
};
