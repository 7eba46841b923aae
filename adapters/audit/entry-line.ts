// Writes an entry of the audit log or the as-run log as one line of JSON, without secrets and invisible characters.
import type { AsRunLine } from '../../domain/as-run.js';
import type { AuditEntry } from '../../application/ports/audit.js';
import { redactTokens } from '../../domain/access/redaction.js';

/** Characters that could hide or forge text where a line is displayed: controls, bidi, zero-width, line separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const notAscii = /[^\x20-\x7e]/g;

/** Maximum length of a text, in characters. */
const maxTextLength = 1_000;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

const shorten = (text: string): string => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

const clean = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? shorten(redactTokens(value)) : value;

/** Returns an entry as one line of JSON without a line break (AUDIT-7). */
export const entryLine = (entry: AuditEntry | AsRunLine): string =>
  JSON.stringify(entry, clean).replace(invisible, escapeUnits);

/** Returns the same JSON in ASCII. */
export const asciiLine = (line: string): string => line.replace(notAscii, escapeUnits);
