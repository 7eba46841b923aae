// Stores lines in the background. A full or hung disk delays nobody; lines that find no place any more are counted.
import { noFileAlarm, type FileAlarm } from '../../application/state/write-behind.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { writeBehind } from '../../application/state/write-behind.js';
import { within } from '../../application/state/within.js';
import type { SegmentFiles } from './segment-files.js';
import { waitingLines } from './waiting-lines.js';

export interface StoredLinesDeps {
  readonly files: SegmentFiles;
  /** Length of one write, in characters. */
  readonly chunkLength: number;
  readonly clock: Clock;
  readonly log: Log;
  /** What the lines are, for the log. Default: the audit log. */
  readonly name?: string;
  /** Default: none. */
  readonly alarm?: FileAlarm | undefined;
  /** Returns the line that reports the loss of lines. */
  readonly lossLine: (count: number) => string;
}

/** Stores lines. */
export interface StoredLines {
  /** Accepts a line at once. */
  readonly write: (line: string) => void;
  /** Resolves when everything is stored, or after half a second. */
  readonly close: () => Promise<void>;
}

/** The most lines that wait for the disk: a few megabytes. */
const maxWaiting = 10_000;

/** How long a write may take before it is logged as an error, in milliseconds. */
const slowWriteMs = 10_000;

/** How long lines that a crash of the service would not lose may be lost by a power cut, in milliseconds. */
const unsyncedMs = 1_000;

/** How long `close` waits for the last write, in milliseconds. */
const lastWriteMs = 500;

type QueueDeps = Omit<StoredLinesDeps, 'clock' | 'alarm' | 'name'> & { readonly name: string };

/** The lines that wait for the disk, and how the next of them are stored. */
const diskQueue = ({ files, chunkLength, log, lossLine, name }: QueueDeps) => {
  const waiting = waitingLines(maxWaiting);
  let isLosing = false;

  const reportLoss = (): void => {
    const count = waiting.takeLost();
    if (count === 0) return;
    isLosing = false;
    log.error(`entries of ${name} were lost, because they could not be written to disk in time`, { count });
    waiting.push(lossLine(count));
  };

  return {
    count: waiting.count,
    push: (line: string): void => {
      if (waiting.push(line) || isLosing) return;
      isLosing = true;
      log.error(`entries of ${name} are being lost: too many wait for the disk`);
    },
    storeAll: async (): Promise<void> => {
      while (waiting.count() > 0) {
        const lines = waiting.peek(chunkLength);
        await files.append(`${lines.join('\n')}\n`);
        waiting.drop(lines.length);
        reportLoss();
      }
    },
    logRest: (): void => {
      const count = waiting.count() + waiting.takeLost();
      if (count > 0) log.error(`entries of ${name} were not written to disk before the end`, { count });
    },
  };
};

/** Returns alarms that share one: it is cleared once none of them is raised. */
const sharedAlarms = ({ raise, clear }: FileAlarm) => {
  const raised = new Set<string>();
  return (name: string): FileAlarm => ({
    raise: () => {
      raised.add(name);
      raise();
    },
    clear: () => {
      raised.delete(name);
      if (raised.size === 0) clear();
    },
  });
};

/** Returns the writer of one series. */
export const storedLines = (deps: StoredLinesDeps): StoredLines => {
  const { files, clock, log, alarm = noFileAlarm, name = 'the audit log' } = deps;
  const queue = diskQueue({ ...deps, name });
  const alarmOf = sharedAlarms(alarm);

  const syncing = writeBehind({
    save: files.sync,
    clock,
    alarm: alarmOf('sync'),
    onFailure: (error, isFirst) => {
      if (isFirst)
        log.error(`a power cut may lose the last entries of ${name}: the disk did not confirm them`, { error });
    },
  });

  const save = async (): Promise<void> => {
    const cancel = clock.after(slowWriteMs, () => {
      log.error(`the disk has not finished writing ${name}`, { ms: slowWriteMs, waiting: queue.count() });
    });
    await queue.storeAll().finally(cancel);
    syncing.schedule(unsyncedMs);
  };

  const { write, settled, stop } = writeBehind({
    save,
    clock,
    alarm: alarmOf('write'),
    onFailure: (error, isFirst) => {
      if (isFirst) log.error(`${name} could not be written to disk; its entries wait`, { error });
    },
    onRecovery: () => {
      log.info(`${name} is written to disk again`);
    },
  });

  return {
    write: (line) => {
      queue.push(line);
      void write();
    },
    close: async () => {
      stop();
      syncing.stop();
      const closed = settled().then(() => (queue.count() === 0 ? files.close().catch(() => undefined) : undefined));
      await within(clock, lastWriteMs, closed);
      queue.logRest();
    },
  };
};
