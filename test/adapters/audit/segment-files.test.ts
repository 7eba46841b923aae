// The open file of a series: it is opened anew after a failure, on a new day, and when it is full.
import { basename } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { AppendFile } from '../../../adapters/audit/append-file.js';
import { segmentFiles, type SegmentFiles } from '../../../adapters/audit/segment-files.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder = '';
let clock: ManualClock;
let files: SegmentFiles;
/** What happened to which file, in order. */
let events: string[];
let isFull: boolean;
let synced: string[];

/** A file of a disk that may be full; it grows by the length of each text. */
const opened = (path: string): Promise<AppendFile> => {
  const name = basename(path).slice('service-'.length, -'.jsonl'.length);
  let size = 0;
  events.push(`open ${name}`);
  return Promise.resolve({
    append: (text) => {
      if (isFull) return Promise.reject(new Error('ENOSPC'));
      events.push(text);
      return Promise.resolve((size += text.length));
    },
    sync: () => {
      synced.push(name);
      return Promise.resolve();
    },
    close: () => {
      events.push(`close ${name}`);
      return Promise.resolve();
    },
  });
};

beforeEach(() => {
  folder = temporaryFolder();
  [clock, events, isFull, synced] = [manualClock(Date.UTC(2026, 0, 31, 12)), [], false, []];
  files = segmentFiles({ folder, series: 'service', retention: { days: 30, bytes: 100 }, clock, openFile: opened });
});

const taken = (): readonly string[] => events.splice(0);

it('is opened once for the texts of a day, and closed at the end', async () => {
  await files.append('one');
  await files.append('two');
  await files.sync();
  await files.close();
  await files.close();
  await files.sync();
  expect(taken()).toEqual(['open 2026-01-31-00001', 'one', 'two', 'close 2026-01-31-00001']);
  expect(synced).toEqual(['2026-01-31-00001', '2026-01-31-00001']);
});

it('is closed and opened anew after a write that failed', async () => {
  await files.append('one');
  isFull = true;
  await expect(files.append('two')).rejects.toThrow('ENOSPC');
  isFull = false;
  await files.append('two');
  expect(taken().slice(2)).toEqual(['close 2026-01-31-00001', 'open 2026-01-31-00001', 'two']);
});

it('is another one on another day, also while it stays open', async () => {
  await files.append('one');
  await clock.advance(86_400_000);
  await files.append('two');
  expect(taken().slice(2)).toEqual(['close 2026-01-31-00001', 'open 2026-02-01-00001', 'two']);
});

it('is closed once it has a tenth of what is kept', async () => {
  await files.append('nine char');
  expect(taken()).toHaveLength(2);
  await files.append('x');
  expect(taken()).toEqual(['x', 'close 2026-01-31-00001']);
});
