// Reads the files of the audit log and the as-run log, in this process or by a script in a container.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditPart } from '../../application/ports/audit.js';
import { wholeLines } from '../../test/support/whole-lines.js';

/** The audit log of a part, or the as-run log of the service. */
export type StoredLog = AuditPart | 'as-run';

/** An entry of the audit log, as its file contains it. */
export type StoredEntry = Readonly<Record<string, unknown>>;

const pattern = (part: StoredLog): string =>
  part === 'as-run' ? '**/as-run/as-run-*.jsonl' : `**/audit/${part}{,-refused}-*.jsonl`;

/** Returns the entries of a file's text, one on each line. An entry that is still being written isn't one yet. */
const parseEntries = (text: string): readonly StoredEntry[] =>
  wholeLines(text).map((line) => JSON.parse(line) as StoredEntry);

/** Returns the entries of a part in a data folder. */
export const readAuditLog = (dataFolder: string, part: StoredLog): readonly StoredEntry[] =>
  globSync(pattern(part), { cwd: dataFolder }).flatMap((name) =>
    parseEntries(readFileSync(join(dataFolder, name), 'utf8')),
  );

/** Returns the script for `node -p` that prints the texts of a part's files in the data folder of its container. */
export const auditLogScript = (part: StoredLog): string => {
  const paths = `fs.globSync(process.env.DATA_DIR + '/${pattern(part)}')`;
  return `JSON.stringify(${paths}.map((path) => fs.readFileSync(path, 'utf8')))`;
};

/** Returns the entries that the script printed. */
export const printedEntries = (printed: string): readonly StoredEntry[] =>
  (JSON.parse(printed) as readonly string[]).flatMap(parseEntries);
