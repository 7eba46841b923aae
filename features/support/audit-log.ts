// Reads the files of the audit log and the as-run log, in this process or by a script in a container.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditPart } from '../../application/ports/audit.js';

/** The audit log of a part, or the as-run log of the service. */
export type StoredLog = AuditPart | 'as-run';

/** An entry of the audit log, as its file contains it. */
export type StoredEntry = Readonly<Record<string, unknown>>;

const pattern = (part: StoredLog): string =>
  part === 'as-run' ? '**/as-run/as-run-*.jsonl' : `**/audit/${part}{,-refused}-*.jsonl`;

/** Returns the entries of a text with one on each line. */
export const parseEntries = (text: string): readonly StoredEntry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StoredEntry);

/** Returns the entries of a part in a data folder. */
export const readAuditLog = (dataFolder: string, part: StoredLog): readonly StoredEntry[] =>
  globSync(pattern(part), { cwd: dataFolder }).flatMap((name) =>
    parseEntries(readFileSync(join(dataFolder, name), 'utf8')),
  );

/** Returns the script for `node -p` that prints the files of a part in the data folder of its container. */
export const auditLogScript = (part: StoredLog): string => {
  const paths = `fs.globSync(process.env.DATA_DIR + '/${pattern(part)}')`;
  return `${paths}.map((path) => fs.readFileSync(path, 'utf8')).join('')`;
};
