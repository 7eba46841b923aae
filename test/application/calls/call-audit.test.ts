// Which answered calls the audit log records, and as what.
import { expect, it } from 'vitest';
import { auditCalls } from '../../../application/calls/call-audit.js';
import type { AuditEvent } from '../../../application/ports/audit.js';
import { callRecord } from '../../support/call-record.js';

const call = { caller: null, address: '10.0.0.1', path: '/api/v2/signals/red-light/on', error: 'forbidden' };
const action = { operation: 'signal.on', actionId: 'a' };

it.each([
  ['a refused action', 403, action, ['refusal']],
  ['a refused read', 401, undefined, ['refusal']],
  ['an action that failed', 424, action, ['action']],
  ['a read that failed', 404, undefined, []],
])('@AUDIT-3: %s is recorded as a refusal, an action or not at all', (_what, status, made, recorded) => {
  const records: string[] = [];
  const audit = { record: () => void records.push('action'), recordRefusal: () => void records.push('refusal') };
  auditCalls(audit)(callRecord({ ...call, status }, { action: made }));
  expect(records).toEqual(recorded);
});

it('@AUDIT-1: an action has its caller, address, call, answer and id; a refusal has the action too', () => {
  const events: AuditEvent[] = [];
  const note = (event: AuditEvent) => void events.push(event);
  const audited = auditCalls({ record: note, recordRefusal: note });
  audited(callRecord({ ...call, caller: 'device:Panel', status: 200, error: null }, { action }));
  audited(callRecord({ ...call, status: 403 }, { action }));
  const { address, path: target } = call;
  expect(events).toEqual([
    { kind: 'action', caller: 'device:Panel', address, ...action, target, status: 200, error: null },
    { kind: 'refused', caller: null, address, ...action, target, status: 403, error: 'forbidden' },
  ]);
});
