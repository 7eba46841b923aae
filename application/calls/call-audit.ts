// Records answered calls in the audit log: every action, and refused callers (AUDIT-1, AUDIT-3).
import type { Audit } from '../ports/audit.js';
import { isRefused, type AnsweredAction, type AnsweredCall } from './call-log.js';

/** Records an answered call; `action` is present for control calls. Reads that succeed are not recorded. */
export const auditCall = (
  audit: Audit,
  { caller, address, path: target, status, error }: AnsweredCall,
  action?: AnsweredAction,
): void => {
  const event = { caller, address, ...action, target, status, error };
  if (isRefused(event)) audit.recordRefusal({ kind: 'refused', ...event });
  else if (action !== undefined) audit.record({ kind: 'action', ...event });
};
