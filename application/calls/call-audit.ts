// Records answered calls in the audit log: every action, and refused callers (AUDIT-1, AUDIT-3).
import type { Audit } from '../ports/audit.js';
import { isRefused, type CallSink } from './call-record.js';

/** Returns what records answered calls. Reads that succeed are not recorded. */
export const auditCalls =
  (audit: Audit): CallSink =>
  (record) => {
    const isRefusal = isRefused(record);
    if (record.action === undefined && !isRefusal) return;
    const { caller, address, path: target, status, error } = record.call;
    const event = { caller, address, ...record.action, target, status, error };
    if (isRefusal) audit.recordRefusal({ kind: 'refused', ...event });
    else audit.record({ kind: 'action', ...event });
  };
