// What the audit log counts together of callers that were not let in: the same caller, operation and error.
import { expect, it } from 'vitest';
import { auditLog } from '../../application/audit/audit-log.js';
import type { AuditEntry, AuditEvent, AuditShare } from '../../application/ports/audit.js';
import { manualClock } from '../../simulator/clock.js';

const event: AuditEvent = {
  kind: 'refused',
  caller: 'device:Panel',
  address: '192.0.2.1',
  operation: 'signal.on',
  error: 'access_denied',
  target: '/api/v2/signals/red-light/on',
};

const bench = () => {
  const entries: (readonly [AuditEntry, AuditShare])[] = [];
  const sink = {
    write: (...entry: [AuditEntry, AuditShare]) => void entries.push(entry),
    close: () => Promise.resolve(),
  };
  const clock = manualClock(0);
  return { clock, entries, log: auditLog({ part: 'service', sink, clock }) };
};

it.each([
  ['kind', { ...event, kind: 'sign-in.failed' }],
  ['caller', { ...event, caller: null }],
  ['address', { ...event, address: '192.0.2.2' }],
  ['operation', { ...event, operation: 'signal.off' }],
  ['error', { ...event, error: 'unauthorized' }],
] as const)('@AUDIT-3: a refusal with another %s has an entry of its own', (_what, other) => {
  const { entries, log } = bench();
  for (const one of [event, other, event, other]) log.recordRefusal(one);
  expect(entries).toEqual(
    [event, other].map((one) => [{ time: '1970-01-01T00:00:00.000Z', part: 'service', ...one }, 'refused']),
  );
});

it('@AUDIT-3: a refusal of another target is counted with the first, whose count has the newest target', async () => {
  const { clock, entries, log } = bench();
  const other = { ...event, target: '/api/v2/signals/mic-live/on' };
  log.recordRefusal(event);
  log.recordRefusal(other);
  expect(entries).toHaveLength(1);
  await clock.advance(600_000);
  expect(entries.at(-1)).toMatchObject([
    { target: other.target, count: 1, since: '1970-01-01T00:00:00.000Z' },
    'refused',
  ]);
});
