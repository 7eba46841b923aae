// When the alarm about a missed run of an automation is over.
import { beforeEach, expect, it } from 'vitest';
import { missedRuns, type MissedRuns } from '../../../application/sequences/missed-runs.js';

let events: string[];
let missed: MissedRuns;

beforeEach(() => {
  events = [];
  missed = missedRuns('auto-1', {
    raise: (_kind, subject, message) => void events.push(typeof message === 'string' ? message : message(subject)),
    clear: (kind, subject) => void events.push(`clear ${kind} ${subject}`),
  });
});

const cleared = 'clear automation_missed auto-1';
const during = 'the automation "auto-1" missed a run: a trigger time passed while its previous run was not over';

it('the alarm ends with the next run that succeeds', () => {
  missed.times([0, 3_600_000]);
  missed.begin();
  missed.succeed()();
  expect(events).toEqual([
    'the automation "auto-1" missed a run: 2 trigger times passed without a run (1970-01-01T00:00:00.000Z to 1970-01-01T01:00:00.000Z)',
    cleared,
  ]);
});

it.each([
  [[0], '1 trigger times passed without a run (1970-01-01T00:00:00.000Z)'],
  [
    [0, 3_600_000, 7_200_000],
    '3 trigger times passed without a run (1970-01-01T00:00:00.000Z to 1970-01-01T02:00:00.000Z)',
  ],
] as const)('the alarm names the first and the last of the times %j', (times, text) => {
  missed.times(times);
  expect(events).toEqual([`the automation "auto-1" missed a run: ${text}`]);
});

it('the alarm goes on if a time was missed during that run, until the run after it succeeds', () => {
  missed.begin();
  missed.duringRun(null);
  missed.succeed()();
  expect(events).toEqual([during]);
  missed.begin();
  missed.succeed()();
  expect(events).toEqual([during, cleared]);
});
