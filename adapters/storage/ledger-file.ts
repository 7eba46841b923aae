// The action journal on disk: lines of JSON that open and close actions, and those with answers. A line that a crash cut off is
// ignored: its action wasn't sent yet.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { LedgerChanges, LedgerContent, LedgerFile } from '../../application/ports/ledger-file.js';
import type { Log } from '../../application/ports/log.js';
import { redactTokens } from '../../domain/access/redaction.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { JournalEntry } from '../../domain/journal-entry.js';
import { KeptAnswer } from '../../domain/kept-answer.js';
import { appendedFile, openAppend, type OpenAppend } from './appended-file.js';
import { verifyChecksum } from './checksummed-file.js';
import { disk, readIfPresent, setAside, setAsideName, type DiskOperations, type FoundFile } from './durable-files.js';

/** The dependencies of the file. */
export interface LedgerFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  /** The answers of another studio aren't used. */
  readonly studioId: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
  /** Opens the file to append to it. Default: on the real disk. */
  readonly openFile?: OpenAppend;
}

const fileName = 'action-journal';

const StudioAnswer = t.type({ answer: KeptAnswer, studio: t.string });
const Line = t.union([t.type({ open: JournalEntry }), t.type({ close: t.string }), StudioAnswer]);
type Line = t.TypeOf<typeof Line>;

const parse = (text: string): readonly Line[] => {
  const parsed = E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => undefined,
  );
  const line = E.isRight(parsed) ? Line.decode(parsed.right) : parsed;
  return E.isRight(line) ? [line.right] : [];
};

/** Returns the answers, of those to the same call the last. */
const lastAnswers = (answers: readonly KeptAnswer[]): readonly KeptAnswer[] => [
  ...new Map(answers.map((answer) => [JSON.stringify([answer.owner, answer.key]), answer])).values(),
];

const contentOf = (lines: readonly Line[], studioId: string): LedgerContent => {
  const entries = new Map<string, JournalEntry>();
  for (const line of lines)
    if ('open' in line) entries.set(line.open.id, line.open);
    else if ('close' in line) entries.delete(line.close);
  const answers = lines.flatMap((line) => ('answer' in line && line.studio === studioId ? [line.answer] : []));
  return { entries: [...entries.values()], answers };
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

const noContent = Buffer.of();

/** A file that can't be read at all. */
const unreadable: ReadLines = { lines: [], damaged: 1 };

/** Begins with a line break, which ends a line that was cut off. An answer may repeat what the caller sent: tokens are redacted. */
const textOf = (lines: readonly Line[]): string => {
  const clean = (_name: string, value: unknown): unknown => (typeof value === 'string' ? redactTokens(value) : value);
  return `\n${lines.map((line) => `${JSON.stringify(Line.encode(line), 'answer' in line ? clean : undefined)}\n`).join('')}`;
};

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

/** The file in which earlier versions stored answers when they were stopped: it is read once. */
const formerFileName = 'kept-answers';

const FormerDocument = t.type({ studioId: t.string, answers: t.readonlyArray(KeptAnswer) });

const readFormer = (found: FoundFile, studioId: string): E.Either<string, readonly KeptAnswer[]> => {
  const document = verifyChecksum(found);
  if (E.isLeft(document)) return document;
  const decoded = decodeOrMessage(FormerDocument, document.right);
  if (E.isLeft(decoded)) return decoded;
  return decoded.right.studioId === studioId ? E.right(decoded.right.answers) : E.left("it is another studio's");
};

/** Returns the answers of an earlier version; undefined if it has left none that can be used. */
const formerAnswers = async ({
  folder,
  studioId,
  log,
  operations = disk,
}: LedgerFileDeps): Promise<readonly KeptAnswer[] | undefined> => {
  const path = join(folder, formerFileName);
  const found = await readIfPresent(operations, path);
  if (found === 'missing') return undefined;
  const answers = readFormer(found, studioId);
  if (E.isRight(answers)) return answers.right;
  const message = 'the stored idempotency keys can not be used and are forgotten';
  await setAside({ operations, log, path, found, fault: answers.left, message });
  return undefined;
};

/** Stores actions under way, and answers, in a folder. */
export const ledgerFile = (deps: LedgerFileDeps): LedgerFile => {
  const { folder, studioId, log, operations = disk, openFile = openAppend } = deps;
  const path = join(folder, fileName);
  const file = appendedFile({ path, operations, open: openFile });
  let hasFormer = false;

  const linesOf = ({ entries, answers }: LedgerContent, closed: LedgerChanges['closed'] = []): readonly Line[] => [
    // An answer stands before the end of its action: if a crash cuts the text off, one of both guards against repetitions.
    ...answers.map((answer) => ({ answer, studio: studioId })),
    ...entries.map((open) => ({ open })),
    ...closed.map((close) => ({ close })),
  ];

  /** What an earlier version has stored is in this file now. */
  const forgetFormer = async (): Promise<void> => {
    if (hasFormer) await operations.remove(join(folder, formerFileName)).catch(() => undefined);
    hasFormer = false;
  };

  return {
    load: async () => {
      const former = await formerAnswers(deps);
      hasFormer = former !== undefined;
      const found = await readIfPresent(operations, path);
      const { lines, damaged } =
        found === 'unreadable' ? unreadable : readLines(found === 'missing' ? noContent : found);
      if (damaged > 0) await keepDamaged(operations, log, path, found);
      const { entries, answers } = contentOf(lines, studioId);
      return { entries, answers: lastAnswers([...(former ?? []), ...answers]) };
    },
    append: (changes) => file.append(textOf(linesOf(changes, changes.closed)), changes.entries.length > 0),
    replace: async (content) => {
      await file.replace(textOf(linesOf(content)));
      await forgetFormer();
    },
    size: file.size,
  };
};
