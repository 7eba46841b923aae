// The action journal on disk: lines of JSON that open and close entries. A line that a crash cut off is ignored, because
// its action wasn't sent yet.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Log } from '../../application/ports/log.js';
import type { JournalFile } from '../../application/ports/journal-file.js';
import { JournalEntry } from '../../domain/journal-entry.js';
import { appendedFile, openAppend, type OpenAppend } from './appended-file.js';
import { disk, readIfPresent, setAsideName, type DiskOperations, type FoundFile } from './durable-files.js';

/** The dependencies of the file. */
export interface JournalFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
  /** Opens the file to append to it, and creates it if necessary. Default: on the real disk. */
  readonly openFile?: OpenAppend;
}

const fileName = 'action-journal';

const Line = t.union([t.type({ open: JournalEntry }), t.type({ close: t.string })]);
type Line = t.TypeOf<typeof Line>;

const parse = (text: string): readonly Line[] => {
  const parsed = E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => undefined,
  );
  const line = E.isRight(parsed) ? Line.decode(parsed.right) : parsed;
  return E.isRight(line) ? [line.right] : [];
};

const openEntries = (lines: readonly Line[]): readonly JournalEntry[] => {
  const entries = new Map<string, JournalEntry>();
  for (const line of lines)
    if ('open' in line) entries.set(line.open.id, line.open);
    else entries.delete(line.close);
  return [...entries.values()];
};

/** What the lines of a file contain. */
interface ReadLines {
  readonly lines: readonly Line[];
  /** How many lines can't be read, without one that a crash may have cut off: the last. */
  readonly damaged: number;
}

const readLines = (content: Buffer): ReadLines => {
  const texts = content.toString('utf8').split('\n');
  const read = texts.map(parse);
  const damaged = texts.slice(0, -1).filter((text, at) => text !== '' && read[at]?.length === 0).length;
  return { lines: read.flat(), damaged: damaged + (texts.at(-1)?.includes('\0') === true ? 1 : 0) };
};

/** A file that can't be read at all. */
const unreadable: ReadLines = { lines: [], damaged: 1 };

/** Begins with a line break, which ends a line that was cut off. */
const textOf = (lines: readonly Line[]): string =>
  `\n${lines.map((line) => `${JSON.stringify(Line.encode(line))}\n`).join('')}`;

const opening = (entries: readonly JournalEntry[]): readonly Line[] => entries.map((entry) => ({ open: entry }));

/**
 * Logs that a journal is damaged, and keeps a copy. The file itself stays: what of it can be read guards against repetitions until
 * the next action replaces it.
 */
const keepDamaged = async (operations: DiskOperations, log: Log, path: string, found: FoundFile): Promise<void> => {
  const aside = setAsideName(path, found);
  if (Buffer.isBuffer(found)) await operations.write(aside, found).catch(() => undefined);
  log.error('the action journal is damaged: the repetition of an action that a crash interrupted may be sent again', {
    path,
    ...(Buffer.isBuffer(found) && { aside }),
  });
};

/** Stores the journal in a folder. */
export const journalFile = ({
  folder,
  log,
  operations = disk,
  openFile = openAppend,
}: JournalFileDeps): JournalFile => {
  const path = join(folder, fileName);
  const file = appendedFile({ path, operations, open: openFile });

  return {
    load: async () => {
      const found = await readIfPresent(operations, path);
      if (found === 'missing') return [];
      const { lines, damaged } = found === 'unreadable' ? unreadable : readLines(found);
      if (damaged > 0) await keepDamaged(operations, log, path, found);
      return openEntries(lines);
    },
    append: (opened, closed) =>
      file.append(textOf([...opening(opened), ...closed.map((id) => ({ close: id }))]), opened.length > 0),
    replace: (entries) => file.replace(textOf(opening(entries))),
    size: file.size,
  };
};
