// An audit log that keeps nothing: its files are no part of what a simulation checks.
import type { AuditLog } from '../../../application/audit/audit-log.js';

export const noAudit: AuditLog = {
  record: () => undefined,
  recordRefusal: () => undefined,
  close: () => Promise.resolve(),
};
