// What the console hasn't acknowledged yet, on disk: a single small file, checksummed and replaced whole.
//
// It is replaced instead of appended to, or kept in a database: what is unacknowledged at any time is little (a line for
// each device, at most two hundred for refused callers), a file that is replaced has no tail to repair and nothing to
// compact, and its few steps of the disk can all be made to fail in a test. They run beside the event loop, where an
// embedded database would make every call wait for the disk.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { ReportFile, UnreportedCalls } from '../../application/ports/report-file.js';
import { DeviceCall, RefusalBatch, RefusedCaller } from '../../domain/access/report.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { disk, readIfThere, replaceFile, type DiskSteps, type FoundFile } from './durable-files.js';
import { withChecksum, verifyChecksum } from './checksummed-file.js';

/** Where reports are kept. */
export interface ReportFileDeps {
  /** The folder; made when it isn't there. */
  readonly folder: string;
  readonly log: Log;
  readonly steps?: DiskSteps;
}

const fileName = 'unacknowledged-reports';

const Kept = t.type({
  lastCalls: t.readonlyArray(DeviceCall),
  counted: t.readonlyArray(RefusedCaller),
  sending: t.union([RefusalBatch, t.null]),
});

const nothing: UnreportedCalls = { lastCalls: [], counted: [], sending: null };

const read = (found: FoundFile): E.Either<string, UnreportedCalls> =>
  pipe(
    verifyChecksum(found),
    E.chain((document) => decodeOrMessage(Kept, document)),
  );

/** Keeps reports in a folder. */
export const reportFile = ({ folder, log, steps = disk }: ReportFileDeps): ReportFile => {
  const path = join(folder, fileName);
  return {
    load: async () => {
      const found = await readIfThere(steps, path);
      if (found === 'missing') return nothing;
      const kept = read(found);
      if (E.isRight(kept)) return kept.right;
      log.error('the reports that the console had not acknowledged are lost', { path, fault: kept.left });
      return nothing;
    },
    save: (unreported) => replaceFile(steps, path, withChecksum(unreported)),
  };
};
