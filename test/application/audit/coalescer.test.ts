// Coalesced events: nothing is lost, and neither memory nor output grows with the number of keys.
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '../../../application/audit/audit-log.js';
import { type Coalescer, coalescer } from '../../../application/audit/coalescer.js';
import type { AuditEntry, AuditEvent, AuditShare } from '../../../application/ports/audit.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';

describe('coalesced events', () => {
  let clock: ManualClock;
  let reported: string[];
  let events: Coalescer<string>;

  beforeEach(() => {
    clock = manualClock(0);
    reported = [];
    events = coalescer<string>({
      clock,
      intervalMs: 60_000,
      maxKeys: 2,
      onFirst: (event) => void reported.push(`first ${event}`),
      onRepeated: (event, { count, since }) => void reported.push(`${String(count)} ${event} since ${String(since)}`),
      onOthers: ({ count, since }) => void reported.push(`${String(count)} others since ${String(since)}`),
    });
  });

  const taken = (): readonly string[] => reported.splice(0);

  it('the first event of a key is reported at once, further ones once a minute', async () => {
    for (const event of ['a', 'a', 'b', 'a']) events.record(event, event);
    expect(taken()).toEqual(['first a', 'first b']);
    await clock.advance(59_999);
    expect(taken()).toEqual([]);
    await clock.advance(1);
    expect(taken()).toEqual(['2 a since 0']);
  });

  it('a count comes with the newest of its events', async () => {
    for (const event of ['a 1', 'a 2', 'a 3']) events.record('a', event);
    await clock.advance(60_000);
    expect(taken()).toEqual(['first a 1', '2 a 3 since 0']);
    events.record('a', 'a 4');
    await clock.advance(60_000);
    expect(taken()).toEqual(['1 a 4 since 60000']);
  });

  it('a key that goes on stays counted; one that was silent for a minute is new', async () => {
    events.record('a', 'a');
    events.record('b', 'b');
    await clock.advance(60_000);
    events.record('a', 'a');
    events.record('b', 'b');
    expect(taken()).toEqual(['first a', 'first b', 'first a', 'first b']);
    events.record('a', 'a');
    await clock.advance(60_000);
    expect(taken()).toEqual(['1 a since 60000']);
    events.record('a', 'a');
    await clock.advance(60_000);
    expect(taken()).toEqual(['1 a since 120000']);
  });

  it('a key that was counted is new after a whole minute of silence', async () => {
    for (const event of ['a', 'a']) events.record(event, event);
    await clock.advance(120_000);
    expect(clock.waiting()).toBe(0);
    events.record('a', 'a');
    expect(taken()).toEqual(['first a', '1 a since 0', 'first a']);
  });

  it('36,000 events of as many keys are two reports and one count', async () => {
    for (let at = 0; at < 36_000; at += 1) events.record(String(at), String(at));
    await clock.advance(60_000);
    expect(taken()).toEqual(['first 0', 'first 1', '35998 others since 0']);
    expect(clock.waiting()).toBe(0);
  });

  it('flushing reports what was counted, and starts anew', () => {
    for (const event of ['a', 'a', 'b', 'c']) events.record(event, event);
    events.flush();
    expect(taken()).toEqual(['first a', 'first b', '1 a since 0', '1 others since 0']);
    expect(clock.waiting()).toBe(0);
    events.flush();
    expect(taken()).toEqual([]);
  });
});

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
