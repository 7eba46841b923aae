// Appends lines to the files of one series, and removes files that are too old or too many.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../application/ports/clock.js';
import { openAppendFile, type AppendFile } from './append-file.js';
import {
  current,
  dayOf as utcDay,
  expired,
  segmentBytes,
  segmentOf,
  type DayOf,
  type Retention,
  type StoredSegment,
} from './segments.js';

export interface SegmentFilesDeps {
  readonly folder: string;
  /** The name of the series, with which its files begin: small letters and hyphens. */
  readonly series: string;
  readonly retention: Retention;
  readonly clock: Pick<Clock, 'now'>;
  /** Default: the days of UTC. */
  readonly dayOf?: DayOf;
  /** Opens a file; tests replace it by a disk that fails. */
  readonly openFile?: (path: string) => Promise<AppendFile>;
}

/** The files of one series. */
export interface SegmentFiles {
  /** Appends a text; resolves once it would survive the end of this process. Calls must not overlap. */
  readonly append: (text: string) => Promise<void>;
  /** Resolves once what was appended would survive a power cut. */
  readonly sync: () => Promise<void>;
  /** Removes files that are too old or too many. */
  readonly prune: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const listed = async ({ folder, series }: SegmentFilesDeps): Promise<readonly StoredSegment[]> => {
  const segments = (await readdir(folder)).flatMap((name) => segmentOf(series, name) ?? []);
  return Promise.all(segments.map(async (found) => ({ ...found, size: (await stat(join(folder, found.name))).size })));
};

/** Returns the files of a series. Nothing is opened before the first text. */
export const segmentFiles = (deps: SegmentFilesDeps): SegmentFiles => {
  const { folder, series, retention, clock, openFile = openAppendFile, dayOf = utcDay } = deps;
  let opened: { readonly file: AppendFile; readonly day: string } | undefined;

  const close = async (): Promise<void> => {
    const file = opened?.file;
    opened = undefined;
    // What was appended last isn't lost with the file: a later sync doesn't reach it any more.
    try {
      await file?.sync();
    } finally {
      await file?.close();
    }
  };

  const prune = async (): Promise<void> => {
    for (const { name } of expired(await listed(deps), retention, clock.now(), dayOf))
      await rm(join(folder, name), { force: true });
  };

  /** Returns the file for entries of today. */
  const fileFor = async (day: string): Promise<AppendFile> => {
    if (opened?.day === day) return opened.file;
    await close();
    await prune();
    const { name } = current(series, day, await listed(deps), retention);
    const file = await openFile(join(folder, name));
    opened = { file, day };
    return file;
  };

  return {
    append: async (text) => {
      try {
        const file = await fileFor(dayOf(clock.now()));
        const size = await file.append(text);
        // The text is in the file: it isn't written again if the disk doesn't confirm it.
        if (size >= segmentBytes(retention)) await close().catch(() => undefined);
      } catch (error) {
        // What was written of the text is unknown: the file is opened again, and a line that was cut off is ended.
        await close().catch(() => undefined);
        throw error;
      }
    },
    sync: async () => opened?.file.sync(),
    prune,
    close,
  };
};
