// The audit log of a part, as configured.
import { SystemClock } from '../adapters/node/clock.js';
import { auditSink } from '../adapters/audit/audit-sink.js';
import { auditLog, type AuditLog } from '../application/audit/audit-log.js';
import type { AuditPart } from '../application/ports/audit.js';
import type { Clock } from '../application/ports/clock.js';
import type { Log } from '../application/ports/log.js';
import { usableFolder } from './data-folder.js';
import type { Settings } from './settings.js';

const megabyte = 1_048_576;

/** What the audit log of a part needs. */
export interface AuditDeps {
  readonly settings: Settings;
  readonly log: Log;
  /** The clock of the events; the files use the machine's own. */
  readonly clock: Clock;
}

/** Opens the audit log of a part. Rejects with a `StartupError` if its folder can't be used. */
export const openAudit = async (part: AuditPart, { settings, log, clock }: AuditDeps): Promise<AuditLog> => {
  const { DATA_DIR, AUDIT_DAYS, AUDIT_MEGABYTES } = settings;
  const folder = await usableFolder(DATA_DIR, 'audit', log);
  const retention = { days: AUDIT_DAYS, bytes: AUDIT_MEGABYTES * megabyte };
  const sink = auditSink({ folder, part, retention, clock: new SystemClock(), log });
  return auditLog({ part, sink, clock });
};
