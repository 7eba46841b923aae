// Counts sign-ins by their outcome, as they are recorded in the audit log.
import type { AuditLog } from '../../audit/audit-log.js';
import type { ConsoleMetrics } from '../../ports/console-metrics.js';

/** Returns the same audit log, whose sign-ins are counted. */
export const countSignIns = (audit: AuditLog, metrics: Pick<ConsoleMetrics, 'countSignIn'>): AuditLog => ({
  ...audit,
  record: (event) => {
    if (event.kind === 'sign-in') metrics.countSignIn('signed_in');
    audit.record(event);
  },
  recordRefusal: (event) => {
    if (event.kind === 'sign-in.failed') metrics.countSignIn(event.error ?? 'unknown');
    audit.recordRefusal(event);
  },
});
