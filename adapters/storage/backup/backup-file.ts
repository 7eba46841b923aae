// The file of a backup: one JSON object a line, between a header and an end that states the checksum of all before it.
import { createHash, type Hash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { dateTime, integer } from '../../../domain/codec/codec.js';
import { BackupError } from './backup-error.js';
import { fileLines } from './file-lines.js';
import type { BackupRecord } from './record-kinds.js';
import { recordInBackup } from './records.js';
import { writeWholeFile } from './whole-file.js';

/** The format that this program writes. It is raised when an earlier program could not restore a backup completely. */
export const backupFormat = 7;

/** The most bytes of a line. A configuration of 2,000 devices has less than 2 MiB. */
const maxLineBytes = 64 * 2 ** 20;

const Header = t.readonly(
  t.type({ kind: t.literal('header'), format: integer(1, 2 ** 31), program: t.string, time: dateTime }),
);

/** The first line. */
export interface BackupHeader {
  readonly format: number;
  /** The version of the program that wrote the backup. */
  readonly program: string;
  /** When it was written, ISO-8601 in UTC. */
  readonly time: string;
}

const End = t.readonly(
  t.type({ kind: t.literal('end'), records: integer(0, Number.MAX_SAFE_INTEGER), sha256: t.string }),
);
type End = t.TypeOf<typeof End>;

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

async function* linesOf(
  header: Omit<BackupHeader, 'format'>,
  records: AsyncIterable<BackupRecord>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (line: string): string => {
    hash.update(line);
    return line;
  };
  let count = 0;
  yield hashed(lineOf({ kind: 'header', format: backupFormat, ...header }));
  for await (const { kind, values } of records) {
    count += 1;
    yield hashed(lineOf({ kind: kind.kind, ...values }));
  }
  yield lineOf({ kind: 'end', records: count, sha256: hash.digest('hex') });
}

/** Writes a backup, whole or not at all. Rejects with a `BackupError` if the file can't be written, or exists. */
export const writeBackup = (
  path: string,
  header: Omit<BackupHeader, 'format'>,
  records: AsyncIterable<BackupRecord>,
  options: { readonly replaces: boolean },
): Promise<void> => writeWholeFile(path, linesOf(header, records), options);

/** A backup whose header is read. */
export interface OpenBackup {
  readonly header: BackupHeader;
  /**
   * Reads the records once. Rejects with a `BackupError` that names the line if one is invalid, and after the last one if
   * the file is not whole: what was done with the records must then be undone.
   */
  readonly records: AsyncIterable<BackupRecord>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const explainReading =
  (path: string) =>
  (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError) throw new BackupError(`${path} is not a backup of a console: ${error.message}`);
    throw code === undefined ? error : new BackupError(`${path} can't be read (${code})`);
  };

type Lines = AsyncIterator<string, undefined>;

/** What is read of a file so far. */
interface ReadLines {
  readonly hash: Hash;
  readonly records: number;
}

/** Returns why the end doesn't fit what was read before it; undefined if it does. */
const wrongEnd = ({ records, sha256 }: End, read: ReadLines): string | undefined => {
  if (records !== read.records) return `it has ${String(read.records)} records instead of ${String(records)}`;
  return sha256 === read.hash.digest('hex') ? undefined : 'its checksum is wrong';
};

/** Reads the next line; `value` is undefined after the last one. */
const nextOf = (path: string, lines: Lines): Promise<IteratorResult<string, undefined>> =>
  lines.next().catch(explainReading(path));

const damaged = (path: string, why: string): BackupError => new BackupError(`${path} is damaged: ${why}`);

/** A backup of which the first line is read. */
interface StartedBackup {
  readonly path: string;
  readonly format: number;
  readonly first: string;
  readonly lines: Lines;
}

async function* recordsIn({ path, format, first, lines }: StartedBackup): AsyncGenerator<BackupRecord> {
  const hash = createHash('sha256').update(`${first}\n`);
  for (let records = 0; ; records += 1) {
    const { value: line } = await nextOf(path, lines);
    if (line === undefined) throw damaged(path, `it ends after ${String(records)} records`);
    const input = parse(line);
    const end = End.decode(input);
    if (E.isRight(end)) {
      const why =
        (await nextOf(path, lines)).value === undefined
          ? wrongEnd(end.right, { hash, records })
          : 'it goes on after its end';
      if (why !== undefined) throw damaged(path, why);
      return;
    }
    const record = recordInBackup(input, format);
    if (E.isLeft(record)) throw damaged(path, `line ${String(records + 2)}: ${record.left}`);
    hash.update(`${line}\n`);
    yield record.right;
  }
}

/**
 * Opens a backup and reads its header. Rejects with a `BackupError` if the file can't be read, is no backup, or is one of a
 * newer program.
 */
export const openBackup = async (path: string): Promise<OpenBackup> => {
  const lines: Lines = fileLines(path, maxLineBytes);
  const { value: first } = await nextOf(path, lines);
  const header = Header.decode(parse(first ?? ''));
  if (first === undefined || E.isLeft(header)) throw new BackupError(`${path} is not a backup of a console`);
  const { format, program } = header.right;
  if (format > backupFormat)
    throw new BackupError(
      `${path} is a backup of format ${String(format)} by version ${program}, and this version restores format ` +
        `${String(backupFormat)} at most; install version ${program} or newer`,
    );
  return { header: header.right, records: recordsIn({ path, format, first, lines }) };
};
