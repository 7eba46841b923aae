// Writes an entry of the audit log as a syslog message (RFC 5424), framed by its length (RFC 5425).
import type { AuditEntry, AuditKind } from '../../application/ports/audit.js';
import { asciiLine } from './entry-line.js';

/** Facility 13: log audit. */
const facility = 13;

const [warning, notice] = [4, 5];

const warnings: ReadonlySet<AuditKind> = new Set(['refused', 'sign-in.failed', 'lost']);

/** Where messages come from. */
export interface SyslogOrigin {
  readonly host: string;
  readonly processId: number;
}

/** Returns a header field: printable ASCII without spaces; `-` if nothing is left. */
const field = (text: string, maxLength: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength) || '-';

/** Returns the framed message. Its content is the line of the entry, in ASCII. */
export const syslogMessage = ({ host, processId }: SyslogOrigin, { kind, time }: AuditEntry, line: string): string => {
  const priority = facility * 8 + (warnings.has(kind) ? warning : notice);
  const header = `<${String(priority)}>1 ${time} ${field(host, 255)} studio-control ${String(processId)} ${kind} -`;
  const message = `${header} ${asciiLine(line)}`;
  return `${String(message.length)} ${message}`;
};
