// The last run of a macro or an automation: its record, and the alarm that outlives it.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../domain/failure.js';
import { endedRun, rememberRun, type LastRun } from '../../../domain/studio/last-run.js';

const ending = { startedAtMs: 0, endedAtMs: 1_500, step: 2 };
const times = { startedAt: '1970-01-01T00:00:00.000Z', endedAt: '1970-01-01T00:00:01.500Z' };
const failed = E.left(failure('device_error', 'it broke'));

describe('the record of a run', () => {
  it.each([
    ['done', E.right(undefined), null],
    ['stopped', 'stopped', null],
    ['failed', failed, 'device_error'],
  ] as const)('shows that it is %s', (outcome, end, error) => {
    expect(endedRun(ending, end)).toEqual({ outcome, step: 2, error, ...times });
  });

  it('shows no step if there was none', () => {
    expect(endedRun({ ...ending, step: 0 }, E.right(undefined)).step).toBeNull();
  });
});

describe('@ALARM-10: what is remembered of a run', () => {
  const run = (outcome: LastRun['outcome']): LastRun => ({ outcome, step: 2, error: null, ...times });
  const open = { lastRun: run('failed'), alarm: 'before' };

  it.each([
    ['failed', undefined, 'now'],
    ['failed', open, 'now'],
    ['stopped', undefined, null],
    ['stopped', open, 'before'],
    ['done', undefined, null],
    ['done', open, null],
  ] as const)('after one that is %s, after %o, has the alarm %s', (outcome, before, alarm) => {
    expect(rememberRun(before, run(outcome), 'now')).toEqual({ lastRun: run(outcome), alarm });
  });
});
