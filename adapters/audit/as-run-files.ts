// The as-run log on disk: lines of JSON in files by day, readable by their owner only.
import type { FileAlarm } from '../../application/state/write-behind.js';
import type { AsRunSink } from '../../application/as-run/as-run.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { entryLine } from './entry-line.js';
import { pruneRegularly } from './prune-regularly.js';
import { segmentFiles, type SegmentFilesDeps } from './segment-files.js';
import { segmentBytes, type DayOf, type Retention } from './segments.js';
import { storedLines } from './stored-lines.js';

/** The series of the files. */
export const asRunSeries = 'as-run';

export interface AsRunFilesDeps {
  /** An existing folder of this user alone. */
  readonly folder: string;
  readonly retention: Retention;
  /** The clock of the studio. */
  readonly clock: Pick<Clock, 'now'>;
  readonly dayOf: DayOf;
  /** The clock of the machine, for the disk. */
  readonly machine: Clock;
  readonly log: Log;
  readonly alarm: FileAlarm;
  /** Opens a file; tests replace it by a disk that fails. */
  readonly openFile?: SegmentFilesDeps['openFile'];
}

/** Stores lines until it is closed. */
export interface AsRunFiles extends AsRunSink {
  /** Resolves when everything is stored, or after half a second. */
  readonly close: () => Promise<void>;
}

/** Opens the files. A disk that is full or hangs delays nothing; lines that find no place any more are counted. */
export const asRunFiles = (deps: AsRunFilesDeps): AsRunFiles => {
  const { folder, retention, clock, dayOf, machine, log, alarm, openFile } = deps;
  const name = 'the as-run log';
  const files = segmentFiles({
    folder,
    series: asRunSeries,
    retention,
    clock,
    dayOf,
    ...(openFile && { openFile }),
  });
  const lines = storedLines({
    files,
    chunkLength: segmentBytes(retention),
    clock: machine,
    log,
    name,
    alarm,
    lossLine: (count) => entryLine({ type: 'lost', time: utcTime(clock.now()), count }),
  });
  const endPruning = pruneRegularly([files], { clock: machine, log, name });
  return {
    write: (line) => {
      lines.write(entryLine(line));
    },
    close: () => {
      endPruning();
      return lines.close();
    },
  };
};
