// An audit log in memory, for tests.
import type { Audit, AuditEvent } from '../../application/ports/audit.js';

/** An audit log that keeps its events in memory. */
export interface MemoryAudit extends Audit {
  readonly events: AuditEvent[];
  readonly refusals: AuditEvent[];
}

export const memoryAudit = (): MemoryAudit => {
  const events: AuditEvent[] = [];
  const refusals: AuditEvent[] = [];
  return {
    events,
    refusals,
    record: (event) => void events.push(event),
    recordRefusal: (event) => void refusals.push(event),
  };
};
