// The variables of the module: each shows its own record, and nothing while the service isn't connected.
import type { CompanionVariableValues } from '@companion-module/base';
import { describe, expect, it } from 'vitest';
import {
  unknownValues,
  variableDefinitions,
  variableValues,
} from '../../../../adapters/companion/definitions/variables.js';
import type { KnownStudio } from '../../../../adapters/companion/studio/studio.js';
import { sampleAlarm, sampleStudio, withRecord, withScene } from '../sample-studio.js';

const atRest = variableValues(sampleStudio, sampleStudio.readAtMs);

/** The variables that differ from those of the studio at rest, `laterMs` after it was read. */
const changed = (studio: KnownStudio, laterMs = 0): CompanionVariableValues => {
  const values = Object.entries(variableValues(studio, studio.readAtMs + laterMs));
  return Object.fromEntries(values.filter(([id, value]) => atRest[id] !== value));
};

const alarm = (id: string, message: string) => ({ ...sampleAlarm, id, message });
const musicOpener = { clip: 'opener', bank: 'music' };

describe('the variables', () => {
  it.each<readonly [string, KnownStudio, CompanionVariableValues]>([
    [
      'the clip of the second scene, of its bank',
      withScene(1, 1, { ...musicOpener, remainingMs: 61_001 }),
      { output_wall_right_clip: 'Music opener', output_wall_right_remaining: '1:02' },
    ],
    ['a clip that no bank lists', withScene(0, 0, { clip: 'gone', bank: 'news' }), { output_main_full_clip: 'gone' }],
    ['a remaining time without a clip', withScene(0, 0, { remainingMs: 5_000 }), {}],
    ['a cued clip', withScene(1, 0, { cued: musicOpener }), { output_wall_left_cued: 'Music opener' }],
    ['the tally of an output', withRecord('outputs', 1, { tally: 'program' }), { output_wall_tally: 'program' }],
    ['an unknown tally', withRecord('outputs', 0, { tally: null }), { output_main_tally: '' }],
    ['the angle of a camera', withRecord('cameras', 1, { angle: 'wide' }), { 'camera_cam-2_angle': 'Wide 2' }],
    ['an angle without a name', withRecord('cameras', 1, { angle: 'close' }), { 'camera_cam-2_angle': 'close' }],
    ['the tally of a camera', withRecord('cameras', 1, { tally: 'preview' }), { 'camera_cam-2_tally': 'preview' }],
    ['a signal', withRecord('signals', 1, { value: true }), { signal_door: 'on' }],
    ['a signal of unknown value', withRecord('signals', 1, { value: null }), { signal_door: '' }],
    ['a macro', withRecord('macros', 1, { state: 'running' }), { 'macro_mac-2': 'running' }],
    ['an automation', withRecord('automations', 1, { state: 'paused' }), { 'automation_auto-2': 'paused' }],
    ['a variable', withRecord('variables', 1, { value: false }), { variable_Live: false }],
    ['a number', withRecord('variables', 0, { value: 0 }), { variable_Headline: 0 }],
    ['the holder', withRecord('stations', 1, { holdsStudio: true }), { holder: 'Beta' }],
    ['the active bank', withRecord('banks', 1, { active: true }), { bank: 'Music' }],
    ['a limited service', { ...sampleStudio, degraded: true }, { health: 'degraded' }],
    [
      'alarms, of which the first is the newest',
      { ...sampleStudio, alarms: [alarm('b', 'newer'), alarm('a', 'older')] },
      { alarms: 2, alarm: 'newer' },
    ],
  ])('show %s', (_, studio, expected) => {
    expect(changed(studio)).toEqual(expected);
  });

  it('count a remaining time on from the arrival of its own record', () => {
    const playing = withScene(0, 0, { clip: 'weather', bank: 'news', remainingMs: 60_000 });
    const arrived = {
      ...playing,
      arrivals: { 'out-2': sampleStudio.readAtMs, 'out-1': sampleStudio.readAtMs + 9_000 },
    };
    expect(changed(playing, 10_000)).toMatchObject({ output_main_full_remaining: '0:50' });
    expect(changed(arrived, 10_000)).toMatchObject({ output_main_full_remaining: '0:59' });
  });

  it('are all defined, and all empty while the service is not connected', () => {
    const ids = Object.keys(atRest);
    const defined = variableDefinitions(sampleStudio).map(({ variableId }) => variableId);
    expect(defined).toEqual(['last_error', ...ids]);
    expect(unknownValues(sampleStudio)).toEqual(Object.fromEntries(ids.map((id) => [id, ''])));
  });

  it('are named after their records', () => {
    const names = variableDefinitions(sampleStudio).map(({ variableId, name }) => `${variableId}: ${name}`);
    expect(names).toEqual([
      'last_error: Why the last press failed; empty if it succeeded',
      'studio_name: Studio',
      'studio_status: Studio: on_air or off_air',
      'alarms: Number of open alarms',
      'alarm: Newest open alarm',
      'health: Service: ok or degraded',
      'holder: Station that holds the studio',
      'bank: Active bank',
      ...[['main', 'full'] as const, ['wall', 'left', 'right'] as const].flatMap(([slot, ...scenes]) => [
        `output_${slot}_tally: Output ${slot}: tally`,
        ...scenes.flatMap((scene) => [
          `output_${slot}_${scene}_clip: Output ${slot}, ${scene}: clip that is on`,
          `output_${slot}_${scene}_remaining: Output ${slot}, ${scene}: remaining time`,
          `output_${slot}_${scene}_cued: Output ${slot}, ${scene}: clip that is cued`,
        ]),
      ]),
      ...[1, 2].flatMap((number) => [
        `camera_cam-${String(number)}_angle: Camera ${String(number)}: angle`,
        `camera_cam-${String(number)}_tally: Camera ${String(number)}: tally`,
      ]),
      ...['signal_lamp: Lamp', 'signal_door: Door', 'macro_mac-1: Open', 'macro_mac-2: Close'],
      ...['automation_auto-1: Morning', 'automation_auto-2: Evening'],
      ...['variable_Headline: Variable Headline', 'variable_Live: Variable Live'],
    ]);
  });
});
