// Stores the entries of the audit log in files, and forwards them if a receiver is configured.
import { utcTime } from '../../domain/codec/utc-time.js';
import type { FileAlarm } from '../../application/state/write-behind.js';
import type { AuditEntry, AuditPart, AuditShare, AuditSink } from '../../application/ports/audit.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { entryLine } from './entry-line.js';
import { pruneRegularly } from './prune-regularly.js';
import { segmentFiles, type SegmentFiles } from './segment-files.js';
import { segmentBytes, type Retention } from './segments.js';
import { storedLines, type StoredLines } from './stored-lines.js';

/** Sends entries to another machine. */
export interface AuditForwarder {
  /** Accepts an entry and its line at once. */
  readonly send: (entry: AuditEntry, line: string) => void;
  readonly close: () => Promise<void>;
}

export interface AuditSinkDeps {
  /** An existing folder of this user alone. */
  readonly folder: string;
  readonly part: AuditPart;
  /** How much is kept of both shares together. */
  readonly retention: Retention;
  /** The clock of the machine. */
  readonly clock: Clock;
  readonly log: Log;
  /** The alarms about the files of each share. Default: none. */
  readonly alarms?: Readonly<Record<AuditShare, FileAlarm>> | undefined;
  readonly forwarder?: AuditForwarder | undefined;
}

/** The space of each share, of the whole (AUDIT-3). */
const shares: Readonly<Record<AuditShare, number>> = { known: 0.9, refused: 0.1 };

const suffixes: Readonly<Record<AuditShare, string>> = { known: '', refused: '-refused' };

interface Series extends StoredLines {
  readonly files: SegmentFiles;
}

const seriesOf = ({ folder, part, retention, clock, log, alarms }: AuditSinkDeps, share: AuditShare): Series => {
  const own = { ...retention, bytes: Math.floor(retention.bytes * shares[share]) };
  const files = segmentFiles({ folder, series: `${part}${suffixes[share]}`, retention: own, clock });
  const lossLine = (count: number): string => entryLine({ time: utcTime(clock.now()), part, kind: 'lost', count });
  return {
    files,
    ...storedLines({ files, chunkLength: segmentBytes(own), clock, log, alarm: alarms?.[share], lossLine }),
  };
};

/** Opens the sink of a part. */
export const auditSink = (deps: AuditSinkDeps): AuditSink => {
  const series = { known: seriesOf(deps, 'known'), refused: seriesOf(deps, 'refused') };
  const all = Object.values(series);
  const endPruning = pruneRegularly(
    all.map(({ files }) => files),
    { ...deps, name: 'the audit log' },
  );
  const { forwarder } = deps;
  return {
    write: (entry, share) => {
      const line = entryLine(entry);
      series[share].write(line);
      forwarder?.send(entry, line);
    },
    close: async () => {
      endPruning();
      await Promise.all([...all.map((one) => one.close()), forwarder?.close()]);
    },
  };
};
