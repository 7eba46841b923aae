// When each feedback of the module holds: for the record and the values that its button means, and for no others.
import type { CompanionBooleanFeedbackDefinition, CompanionOptionValues } from '@companion-module/base';
import { describe, expect, it } from 'vitest';
import { colours } from '../../../../adapters/companion/definitions/colours.js';
import { feedbackDefinitions } from '../../../../adapters/companion/definitions/feedbacks.js';
import type { KnownStudio } from '../../../../adapters/companion/studio/studio.js';
import { sampleAlarm, sampleGraphic, sampleStudio, withRecord, withScene } from '../sample-studio.js';

const holds = (id: string, options: CompanionOptionValues, studio: KnownStudio): unknown =>
  feedbackDefinitions(sampleStudio, () => studio)[id]?.callback({ options } as never, {} as never);

const playing = withScene(1, 1, { clip: 'opener', bank: 'music' });
const cued = withScene(1, 1, { cued: { clip: 'opener', bank: 'music' } });
const paused = withScene(1, 1, { clip: 'opener', bank: 'music', paused: true });
const shown = withScene(1, 1, { graphic: { ...sampleGraphic, shown: true } });
const withoutGraphic = withScene(1, 1, { graphic: null });

const colourOf = (colour: unknown): string | undefined =>
  Object.entries(colours).find(([, value]) => value === colour)?.[0];

type Options = readonly CompanionOptionValues[];

const theScene: Options = [{ slot: 'wall' }, { slot: 'wall', scene_wall: '' }, { slot: 'wall', scene_wall: 'right' }];
const otherScenes: Options = [
  { slot: 'main' },
  { slot: '' },
  {},
  { slot: 'wall', scene_wall: 'left' },
  { slot: 'wall', scene_wall: 'Right' },
];
const theClip: Options = [
  ...theScene.flatMap((scene) => [scene, { ...scene, clip: 'opener' }, { ...scene, clip: 'opener', bank: 'music' }]),
  { slot: 'wall', bank: 'music' },
  { slot: 'wall', scene_main: 'full' },
];
const otherClips: Options = [
  ...otherScenes,
  { slot: 'wall', clip: 'weather' },
  { slot: 'wall', clip: 'opener', bank: 'news' },
  { slot: 'wall', bank: 'news' },
];

/** A feedback, a studio, the options with which it holds there, and those with which it doesn't. */
type Row = readonly [string, KnownStudio, Options, Options];

const second = (others: CompanionOptionValues = {}) => [{ id: 'cam-2', ...others }];

const rows: readonly Row[] = [
  ['output_plays', playing, theClip, otherClips],
  ['output_plays', sampleStudio, [], [{ slot: 'wall' }, { slot: 'wall', bank: '' }]],
  ['output_plays', withScene(0, 0, { clip: 'opener' }), [{ slot: 'main' }], [{ slot: 'main', bank: 'news' }]],
  ['output_cued', cued, theClip, otherClips],
  ['output_cued', playing, [], theClip],
  ['output_plays', cued, [], theClip],
  ['output_paused', paused, theScene, otherScenes],
  ['output_paused', playing, [], theScene],
  ['graphic_shown', shown, theScene, otherScenes],
  ['graphic_shown', withoutGraphic, [], theScene],
  [
    'output_tally',
    withRecord('outputs', 1, { tally: 'program' }),
    [{ slot: 'wall', tally: 'program' }],
    [{ slot: 'wall', tally: 'preview' }, { slot: 'main', tally: 'program' }, { slot: 'wall' }],
  ],
  [
    'output_tally',
    withRecord('outputs', 1, { tally: 'preview' }),
    [{ slot: 'wall', tally: 'preview' }],
    [{ slot: 'wall', tally: 'program' }],
  ],
  ['bank_active', withRecord('banks', 1, { active: true }), [{ key: 'music' }], [{ key: 'news' }, {}]],
  ['signal_on', withRecord('signals', 1, { value: true }), [{ id: 'door' }], [{ id: 'lamp' }, { id: 'sig-2' }, {}]],
  ['signal_on', withRecord('signals', 1, { value: null }), [], [{ id: 'door' }]],
  [
    'camera_tally',
    withRecord('cameras', 1, { tally: 'program' }),
    second({ tally: 'program' }),
    [...second({ tally: 'preview' }), { id: 'cam-1', tally: 'program' }],
  ],
  [
    'camera_angle',
    withRecord('cameras', 1, { angle: 'wide' }),
    second({ 'angle_cam-2': 'wide', 'angle_cam-1': 'close' }),
    [{ id: 'cam-1', 'angle_cam-1': 'wide' }, ...second({ 'angle_cam-2': 'close' }), ...second()],
  ],
  ['macro_running', withRecord('macros', 1, { state: 'running' }), [{ id: 'mac-2' }], [{ id: 'mac-1' }, {}]],
  [
    'automation_running',
    withRecord('automations', 1, { state: 'running' }),
    [{ id: 'auto-2' }],
    [{ id: 'auto-1' }, {}],
  ],
  ['holder', withRecord('stations', 1, { holdsStudio: true }), [{ id: 'sta-2' }], [{ id: 'sta-1' }, {}]],
  ['on_air', sampleStudio, [], [{}]],
  [
    'on_air',
    { ...sampleStudio, state: { ...sampleStudio.state, studio: { id: 's', name: 'S', status: 'on_air' } } },
    [{}],
    [],
  ],
  ['connected', sampleStudio, [{}], []],
  ['alarm', sampleStudio, [], [{}]],
  ['alarm', { ...sampleStudio, alarms: [sampleAlarm] }, [{}], []],
  ['degraded', sampleStudio, [], [{}]],
  ['degraded', { ...sampleStudio, degraded: true }, [{}], []],
];

describe('the feedbacks', () => {
  it.each(rows.map(([id, studio, meant, others], row) => ({ id, row, studio, meant, others })))(
    '$id (row $row) holds for what its button means, and for nothing else',
    ({ id, studio, meant, others }) => {
      const wrong = [
        ...meant.filter((options) => holds(id, options, studio) !== true),
        ...others.filter((options) => holds(id, options, studio) !== false),
      ];
      expect(wrong).toEqual([]);
    },
  );

  it('are all listed here', () => {
    const listed = new Set(rows.map(([id]) => id));
    expect(Object.keys(feedbackDefinitions(sampleStudio, () => sampleStudio)).sort()).toEqual([...listed].sort());
  });

  it('hold for no part of the studio that may not be read', () => {
    const nothing = { ...sampleStudio, state: { lastEventId: '' } };
    const parts = rows.filter(([id]) => !['connected', 'alarm', 'degraded'].includes(id));
    const asked = parts.flatMap(([id, , meant]) => meant.map((options) => holds(id, options, nothing)));
    expect(new Set(asked)).toEqual(new Set([false]));
  });

  it('have a colour, and fields with the records of the studio, which variables of Companion may choose', () => {
    const slots = 'slot: main=Output main wall=Output wall';
    const scene = 'scene_wall: left=left right=right =Not specified';
    const clip = 'clip: =Not specified opener=News opener (News 1, Music 1) weather=Weather (News 2)';
    const bank = 'bank: =Not specified news=News music=Music';
    const cameras = 'id: cam-1=Camera 1 cam-2=Camera 2';
    const tally = 'tally: program=Program: on air preview=Preview: next, or playing off air';
    const shownFields = Object.entries(feedbackDefinitions(sampleStudio, () => sampleStudio)).map(
      ([id, definition]) => {
        const { type, defaultStyle, options } = definition as CompanionBooleanFeedbackDefinition;
        const fields = options.map((field) => {
          if (field.type !== 'dropdown') throw new Error(`unexpected field ${field.id}`);
          expect([field.allowCustom, field.minChoicesForSearch, field.default]).toEqual([
            true,
            8,
            field.choices[0]?.id,
          ]);
          return `${field.id}: ${field.choices.map((choice) => `${String(choice.id)}=${choice.label}`).join(' ')}`;
        });
        return [id, type, colourOf(defaultStyle.bgcolor), ...fields];
      },
    );
    expect(shownFields).toEqual([
      ['on_air', 'boolean', 'red'],
      ['holder', 'boolean', 'violet', 'id: sta-1=Alpha sta-2=Beta'],
      ['connected', 'boolean', 'green'],
      ['alarm', 'boolean', 'amber'],
      ['degraded', 'boolean', 'amber'],
      ['output_plays', 'boolean', 'red', slots, scene, clip, bank],
      ['output_cued', 'boolean', 'green', slots, scene, clip, bank],
      ['output_paused', 'boolean', 'amber', slots, scene],
      ['graphic_shown', 'boolean', 'red', slots, scene],
      ['output_tally', 'boolean', 'red', slots, tally],
      ['bank_active', 'boolean', 'blue', 'key: news=News music=Music'],
      ['signal_on', 'boolean', 'red', 'id: lamp=Lamp door=Door'],
      ['camera_tally', 'boolean', 'red', cameras, tally],
      [
        'camera_angle',
        'boolean',
        'blue',
        cameras,
        'angle_cam-1: wide=Wide 1 close=Close 1',
        'angle_cam-2: wide=Wide 2',
      ],
      ['macro_running', 'boolean', 'amber', 'id: mac-1=Open mac-2=Close'],
      ['automation_running', 'boolean', 'amber', 'id: auto-1=Morning auto-2=Evening'],
    ]);
  });
});
