// Events and conditions of automations: how they read, and the time of day.
import { expect, it } from 'vitest';
import { duringRun, triggersOf } from '../../../domain/studio/automation.js';
import {
  conditionWords,
  eventWords,
  isBetween,
  isOnDay,
  type Condition,
  type EventTrigger,
} from '../../../domain/studio/event-trigger.js';
import { zoneOffsets } from '../../../domain/studio/time-zone.js';

const common: readonly (readonly [EventTrigger & Condition, string])[] = [
  [{ signal: { signal: 'mic', on: false } }, 'signal "mic" off'],
  [{ studio: 'on_air' }, 'studio on_air'],
  [{ tally: { output: 'main', is: 'program' } }, 'tally of output "main" program'],
  [{ tally: { camera: 'cam-1', is: 'off' } }, 'tally of camera "cam-1" off'],
  [{ alarm: { is: 'raised' } }, 'alarm raised'],
  [{ alarm: { kind: 'output_away', is: 'cleared' } }, 'alarm output_away cleared'],
  [{ macro: { macro: 'mac-1', is: 'done' } }, 'macro "mac-1" done'],
  [{ device: { id: 'mic', is: 'away' } }, 'device "mic" away'],
];

it.each(common)('%j reads the same as an event and as a condition', (one, words) => {
  expect([eventWords(one), conditionWords(one)]).toEqual([words, words]);
});

it.each<readonly [EventTrigger, string]>([
  [{ signal: { signal: 'mic', on: true, forMs: 500 } }, 'signal "mic" on for 500 ms'],
  [{ clip: { output: 'main', is: 'ending' } }, 'clip on "main" ending'],
  [{ station: 'taken' }, 'station taken'],
  [{ station: 'released', by: 'alpha' }, 'station released by "alpha"'],
  [{ variable: { variable: 'var-1', becomes: 'x' } }, 'value of the variable "var-1"'],
])('the event %j reads as %s', (event, words) => {
  expect(eventWords(event)).toBe(words);
});

it.each<readonly [Condition, string]>([
  [{ clip: { output: 'main', scene: 'full', is: 'on' } }, 'clip on "main", scene "full", on'],
  [{ holder: null }, 'no station holds the studio'],
  [{ holder: 'alpha' }, 'the station "alpha" holds the studio'],
  [{ variable: { variable: 'var-1', is: null } }, 'value of the variable "var-1"'],
  [{ weekdays: ['mon', 'tue'] }, 'on mon, tue'],
  [{ between: ['22:00', '06:00'] }, 'between 22:00 and 06:00'],
])('the condition %j reads as %s', (condition, words) => {
  expect(conditionWords(condition)).toBe(words);
});

it.each([
  ['08:00', '09:00', '07:59', false],
  ['08:00', '09:00', '08:00', true],
  ['08:00', '09:00', '08:59', true],
  ['08:00', '09:00', '09:00', false],
  ['22:00', '06:00', '23:59', true],
  ['22:00', '06:00', '05:59', true],
  ['22:00', '06:00', '06:00', false],
  ['12:00', '12:00', '03:00', true],
])('between %s and %s, it is %s in the time zone: %s', (from, until, time, isWithin) => {
  const nowMs = Date.parse(`2026-01-31T${time}:30+01:00`);
  expect(isBetween([from, until], nowMs, zoneOffsets('Europe/Berlin'))).toBe(isWithin);
});

it('a day is that of the time zone', () => {
  const saturdayInTokyo = Date.parse('2026-01-30T15:30:00Z');
  expect(isOnDay(['sat'], saturdayInTokyo, zoneOffsets('Asia/Tokyo'))).toBe(true);
  expect(isOnDay(['sat'], saturdayInTokyo, zoneOffsets('UTC'))).toBe(false);
});

it('one trigger is a list of one', () => {
  expect(triggersOf({ trigger: { everyMs: 1 } })).toEqual([{ everyMs: 1 }]);
  expect(triggersOf({ trigger: [{ everyMs: 1 }, { studio: 'on_air' }] })).toHaveLength(2);
});

it('@AUTOMATION-20: during a run, a trigger is missed, begins it anew, or one waits', () => {
  const outcomes = ([undefined, 'ignore', 'restart', 'queue'] as const).map((whileRunning) =>
    [false, true].map((isQueued) => duringRun({ ...(whileRunning && { whileRunning }) }, isQueued)),
  );
  expect(outcomes).toEqual([
    ['missed', 'missed'],
    ['missed', 'missed'],
    ['restarts', 'restarts'],
    ['waits', 'missed'],
  ]);
});
