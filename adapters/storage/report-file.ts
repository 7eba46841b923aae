// The call reports that the console has not acknowledged, on disk: a small file, checksummed and replaced atomically.
//
// A file is enough: it holds the last calls of each device, and two batches of at most 100 addresses and 200 refused
// devices each. A file that is replaced needs neither repair nor compaction, and tests can make each of its disk operations
// fail. They run beside the event loop, whereas an embedded database would make every call wait for the disk.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { ReportFile, UnreportedCalls } from '../../application/ports/report-file.js';
import { DeniedCall, DeviceCall, RefusalBatch, RefusedCaller } from '../../domain/access/report.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { disk, readIfPresent, replaceFile, setAside, type DiskOperations, type FoundFile } from './durable-files.js';
import { withChecksum, verifyChecksum } from './checksummed-file.js';

/** The dependencies of the file. */
export interface ReportFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
}

const fileName = 'unacknowledged-reports';

const Document = t.intersection([
  t.type({
    lastCalls: t.readonlyArray(DeviceCall),
    counted: t.readonlyArray(RefusedCaller),
    sending: t.union([RefusalBatch, t.null]),
  }),
  t.partial({ denied: t.readonlyArray(DeniedCall) }),
]);

const nothing: UnreportedCalls = { lastCalls: [], counted: [], sending: null };

const read = (found: FoundFile): E.Either<string, UnreportedCalls> => {
  const document = verifyChecksum(found);
  return E.isLeft(document) ? document : decodeOrMessage(Document, document.right);
};

/** Stores reports in a folder. */
export const reportFile = ({ folder, log, operations = disk }: ReportFileDeps): ReportFile => {
  const path = join(folder, fileName);
  return {
    load: async () => {
      const found = await readIfPresent(operations, path);
      if (found === 'missing') return nothing;
      const unreported = read(found);
      if (E.isRight(unreported)) return unreported.right;
      const message = 'the reports that the console had not acknowledged are lost';
      await setAside({ operations, log, path, found, fault: unreported.left, message });
      return nothing;
    },
    save: (unreported) => replaceFile(operations, path, withChecksum(unreported)),
  };
};
