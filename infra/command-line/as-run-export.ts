// The command that prints the as-run log of some days, as JSON lines or as CSV.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { readAsRun, type UnreadableLine } from '../../adapters/audit/as-run-reader.js';
import { csvHead, csvRow } from '../../domain/as-run-csv.js';
import { asRunEntries, type Days } from '../../application/as-run/entries.js';
import type { AsRunLine } from '../../domain/as-run.js';
import { asRunFolder } from '../service/as-run.js';
import type { CommandOutput } from '../studio-file/check.js';
import type { GivenFlags } from '../settings/command-flags.js';
import type { Settings } from '../settings/settings.js';

const refused = (line: string): CommandOutput => ({ lines: [`as-run: ${line}`], exitCode: 1 });

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const wrongDays = ({ from, to }: Days): string | undefined => {
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) return `--${name}: expected a day such as 2026-01-31, got "${day}"`;
  return from !== undefined && to !== undefined && from > to
    ? `--from: expected a day that is not after --to, got ${from} and ${to}`
    : undefined;
};

async function* readable(
  lines: AsyncIterable<E.Either<UnreadableLine, AsRunLine>>,
  onUnreadable: (line: UnreadableLine) => void,
): AsyncGenerator<AsRunLine> {
  for await (const line of lines)
    if (E.isLeft(line)) onUnreadable(line.left);
    else yield line.right;
}

async function* asCsv(entries: ReturnType<typeof asRunEntries>): AsyncGenerator<string> {
  for await (const entry of entries) yield csvRow(entry);
}

async function* asJson(entries: ReturnType<typeof asRunEntries>): AsyncGenerator<string> {
  for await (const entry of entries) yield JSON.stringify(entry);
}

const note = ({ file, number }: UnreadableLine): string =>
  `as-run: line ${String(number)} of ${file} is left out: it is no entry, or a crash has cut it off`;

/** Prints the entries of the days from `--from` to `--to`, both included, while a service may be writing further ones. */
export const exportAsRun = async (
  { DATA_DIR }: Pick<Settings, 'DATA_DIR'>,
  { from, to, csv = false }: GivenFlags,
): Promise<CommandOutput> => {
  const days = { from, to };
  const problem = wrongDays(days);
  if (problem !== undefined) return refused(problem);
  const folder = join(DATA_DIR, asRunFolder);
  const found = await stat(folder).catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown');
  if (typeof found === 'string') return refused(`DATA_DIR: ${folder} can't be read (${found})`);
  const unreadable: UnreadableLine[] = [];
  const entries = asRunEntries(
    readable(readAsRun(folder, from), (line) => void unreadable.push(line)),
    days,
  );
  const closing = (): readonly string[] => unreadable.map(note);
  return csv
    ? { lines: [csvHead], further: asCsv(entries), closing, exitCode: 0 }
    : { lines: [], further: asJson(entries), closing, exitCode: 0 };
};
