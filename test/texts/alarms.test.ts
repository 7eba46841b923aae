// The kind, the subject and the whole message of each alarm.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { watchConsole } from '../../application/alarms/console-alarm.js';
import { watchDevices } from '../../application/alarms/device-alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import { watchGraphics } from '../../application/alarms/graphic-alarms.js';
import { runRecords } from '../../application/sequences/last-runs.js';
import { failure } from '../../domain/failure.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { stepBench, type StepBench } from '../application/demo-bench.js';

/** Returns the kind, the subject and the message of each open alarm, in the order in which they were raised. */
const openIn = ({ alarms }: StepBench): readonly (readonly string[])[] =>
  alarms
    .open()
    .map(({ kind, subject, message }) => [kind, subject, message])
    .toReversed();

it('@ALARM-6: a device that is away', async () => {
  const bench = stepBench(0);
  const { ports, studio, alarms, clock, setFault } = bench;
  const driver = { hasDriver: () => true };
  const cameras = { ...studio.cameras, ...driver };
  const players = { ...ports.players, ...driver };
  const signalLines = { ...ports.signalLines, ...driver };
  watchDevices({ ...ports, players, signalLines, cameras, alarms });
  for (const device of ['out-2', 'sig-2', 'cam-2']) setFault(device, 'offline');
  await clock.advance(5_000);
  expect(openIn(bench)).toEqual([
    ['output_away', 'out-2', 'the player of the output "out-2" is not connected'],
    ['signal_away', 'sig-2', 'the line of the signal "sig-2" is not connected'],
    ['camera_away', 'cam-2', 'the camera "cam-2" is not connected'],
  ]);
});

it('@ALARM-8: a console that is away', async () => {
  const bench = stepBench(0);
  const { alarms, clock } = bench;
  watchConsole({ alarms, clock, console: { connected: () => false, watchConnected: () => () => undefined } });
  await clock.advance(60_000);
  expect(openIn(bench)).toEqual([
    ['console_away', 'console', 'the console has not been reached for more than a minute'],
  ]);
});

it.each([
  ['runtime-state', 'the runtime state is in force but can’t be written to disk; a restart would undo it'],
  ['configuration', 'the access configuration is in force but can’t be written to disk; a restart would undo it'],
  ['reports', 'reports for the console can’t be written to disk; a restart would lose them'],
  ['audit-log', 'the audit log can’t be written to disk'],
  ['audit-log-refused', 'the audit log of refused callers can’t be written to disk'],
  ['as-run-log', 'the as-run log can’t be written to disk'],
] as const)('@ALARM-7: the file %s, which can’t be written', (file, message) => {
  const bench = stepBench(0);
  for (const other of ['reports', 'audit-log', 'as-run-log'] as const) fileAlarm(bench.alarms, other).clear();
  fileAlarm(bench.alarms, file).raise();
  expect(openIn(bench)).toEqual([['file_unwritable', file, message]]);
  fileAlarm(bench.alarms, file).clear();
  expect(openIn(bench)).toEqual([]);
});

it('@ALARM-5: a macro or an automation whose run has failed', () => {
  const bench = stepBench(0);
  const { alarms, clock, ports } = bench;
  const run = { step: () => 2, startedAtMs: 0 };
  const ended = E.left(failure('device_error', 'the line broke'));
  for (const kind of ['macros', 'automations'] as const) {
    const records = runRecords(kind, { clock, studio: ports.studio, alarms });
    records.end({ id: `${kind}-1`, steps: [{ waitMs: 1 }, { waitMs: 2 }, { waitMs: 3 }] }, run, ended);
    records.report(`${kind}-1`);
  }
  expect(openIn(bench)).toEqual([
    ['macro_failed', 'macros-1', 'the macro "macros-1" failed at step 2 of 3: the line broke'],
    ['automation_failed', 'automations-1', 'the automation "automations-1" failed at step 2 of 3: the line broke'],
  ]);
});

it('@ALARM-11: graphics that did not get their texts', () => {
  const bench = stepBench(0);
  const { alarms, layout } = bench;
  const record = ({ scene }: { readonly scene: string }) => ({ error: `${scene} broke` }) as never;
  watchGraphics({ alarms, studio: layout, graphics: { watch: () => () => undefined, record } });
  layout.replace({ ...demoStudio, outputs: demoStudio.outputs.filter(({ id }) => id === 'out-2') });
  const scenes = 'in the scene "left": left broke; in the scene "right": right broke';
  expect(openIn(bench)).toEqual([
    ['graphic_failed', 'out-2', `a graphic of the output "out-2" did not get its new texts ${scenes}`],
  ]);
});
