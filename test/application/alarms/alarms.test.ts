// Tests of alarms: one per subject, what watchers and the log receive, and redaction.
import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../../application/alarms/alarm.js';
import { healthStatus } from '../../../application/alarms/health.js';
import { stepBench } from '../demo-bench.js';

const bench = () => {
  const { alarms, clock, logged } = stepBench(0);
  const reported: Alarm[] = [];
  alarms.watch((alarm) => void reported.push(alarm));
  return { alarms, clock, logged, reported };
};

const raised = {
  id: 'alarm-1',
  kind: 'macro_failed',
  subject: 'mac-1',
  message: 'it failed',
  raisedAt: '1970-01-01T00:00:00.000Z',
  clearedAt: null,
};

it.each([
  ['output_away', 'degraded'],
  ['signal_away', 'degraded'],
  ['camera_away', 'degraded'],
  ['graphic_failed', 'ok'],
  ['tally_failed', 'degraded'],
  ['tally_away', 'degraded'],
  ['publish_away', 'degraded'],
  ['macro_failed', 'ok'],
  ['automation_failed', 'degraded'],
  ['automation_missed', 'ok'],
  ['studio_file_refused', 'ok'],
  ['file_unwritable', 'degraded'],
  ['console_away', 'degraded'],
] as const)('@HEALTH-2: while %s is open, the health is %s, whatever else is open', (kind, health) => {
  const { alarms } = bench();
  alarms.raise(kind, 'one', 'it failed');
  alarms.raise('macro_failed', 'mac-1', 'it failed');
  expect(healthStatus(alarms)).toBe(health);
  alarms.clear(kind, 'one');
  expect(healthStatus(alarms)).toBe('ok');
});

describe('an alarm', () => {
  it('is open from when it is raised until it is cleared, and both are reported and logged', async () => {
    const { alarms, clock, logged, reported } = bench();
    alarms.raise('macro_failed', 'mac-1', 'it failed');
    expect(alarms.open()).toEqual([raised]);
    await clock.advance(1_000);
    alarms.clear('macro_failed', 'mac-1');
    expect(alarms.open()).toEqual([]);
    expect(reported).toEqual([raised, { ...raised, clearedAt: '1970-01-01T00:00:01.000Z' }]);
    expect(logged).toEqual(['alarm: it failed', 'alarm cleared: it failed']);
  });

  it('stays the same when it is raised again, and gets another message', async () => {
    const { alarms, clock, reported } = bench();
    alarms.raise('macro_failed', 'mac-1', 'it failed');
    alarms.raise('macro_failed', 'mac-1', 'it failed');
    expect(reported).toHaveLength(1);
    await clock.advance(1_000);
    alarms.raise('macro_failed', 'mac-1', 'it failed otherwise');
    expect(alarms.open()).toEqual([{ ...raised, message: 'it failed otherwise' }]);
    expect(reported).toHaveLength(2);
  });

  it('is open or not for whoever is notified, as it was reported', () => {
    const { alarms } = bench();
    const seen: unknown[] = [];
    alarms.watch(({ clearedAt }) => void seen.push([clearedAt === null, alarms.open().length]));
    alarms.raise('macro_failed', 'mac-1', 'it failed');
    alarms.clear('macro_failed', 'mac-1');
    expect(seen).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  it('is another one for another kind or subject, and when it is raised anew', () => {
    const { alarms } = bench();
    alarms.raise('macro_failed', 'mac-1', 'it failed');
    alarms.raise('macro_failed', 'mac-2', 'it failed');
    alarms.raise('automation_failed', 'mac-1', 'it failed');
    alarms.clear('macro_failed', 'mac-1');
    alarms.raise('macro_failed', 'mac-1', 'it failed');
    expect(alarms.open().map(({ id }) => id)).toEqual(['alarm-4', 'alarm-3', 'alarm-2']);
  });

  it('that is not open is not cleared', () => {
    const { alarms, reported, logged } = bench();
    alarms.clear('macro_failed', 'mac-1');
    expect([reported, logged]).toEqual([[], []]);
  });

  it('contains no token', () => {
    const { alarms, logged } = bench();
    alarms.raise('macro_failed', 'mac-1', `it sent svc_${'0a'.repeat(16)}`);
    expect(alarms.open()[0]?.message).toBe('it sent ***');
    expect(logged).toEqual(['alarm: it sent ***']);
  });

  it('is reported once when it is raised again with a message that contained a token', () => {
    const { alarms, logged, reported } = bench();
    for (const digits of ['0a', '0b', '0a']) alarms.raise('macro_failed', 'mac-1', `it sent svc_${digits.repeat(16)}`);
    expect([reported.length, logged]).toEqual([1, ['alarm: it sent ***']]);
  });
});
