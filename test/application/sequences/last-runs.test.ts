// The last runs of macros and automations by their ids, which may be names that every object has.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { runRecords, type RunRecordsDeps } from '../../../application/sequences/last-runs.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { failure } from '../../../domain/failure.js';
import { initialRuntimeState, RuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

/** The alarms that are open, by their subjects. */
const openAlarms = () => {
  const open = new Map<string, string>();
  const alarms: RunRecordsDeps['alarms'] = {
    raise: (_kind, subject) => void open.set(subject, 'open'),
    clear: (_kind, subject) => void open.delete(subject),
  };
  return { open, alarms };
};

const recordsOfDemo = () => {
  const save = () => Promise.resolve(E.right(undefined));
  const studio = studioState(currentLayout(demoStudio), initialRuntimeState(demoStudio), { save });
  const alarms = { raise: () => undefined, clear: () => undefined };
  return { studio, records: runRecords('automations', { studio, alarms, clock: { now: () => 0 } }) };
};

it.each(['constructor', 'toString', '__proto__'])('an automation that has not run has no last run: %s', (id) => {
  const { studio, records } = recordsOfDemo();
  records.clearAlarm(id);
  expect(records.last(id)).toBeNull();
  expect(RuntimeState.is(studio.runtime())).toBe(true);
  expect(studio.runtime().lastRuns.automations).toEqual({});
});

it.each(['constructor', '__proto__'])('an automation that was stopped has one: %s', (id) => {
  const { studio, records } = recordsOfDemo();
  records.end({ id, name: 'Run', steps: [] }, { step: () => 0, startedAtMs: 0 }, 'stopped');
  expect(records.last(id)).toMatchObject({ outcome: 'stopped' });
  const stored: unknown = JSON.parse(JSON.stringify(RuntimeState.encode(studio.runtime())));
  expect(E.isRight(RuntimeState.decode(stored))).toBe(true);
});

it.each([
  ['is open again', false],
  ['stays cleared', true],
])('@ALARM-9: after a restart the alarm about a failed run %s', (_what, isCleared) => {
  const { studio, records } = recordsOfDemo();
  const failed = E.left(failure('device_error', 'refused'));
  records.end({ id: 'a', name: 'A', steps: [] }, { step: () => 1, startedAtMs: 0 }, failed);
  if (isCleared) records.clearAlarm('a');
  const { open, alarms } = openAlarms();
  const restarted = runRecords('automations', { studio, alarms, clock: { now: () => 0 } });
  expect(open.size).toBe(isCleared ? 0 : 1);
  expect(restarted.last('a')).toMatchObject({ outcome: 'failed', error: 'device_error' });
});
