// The feedbacks of the module: they light buttons by what the studio does.
import type { CompanionFeedbackDefinitions, CompanionOptionValues } from '@companion-module/base';
import { angleChoices, choicesIn, sceneChoices } from '../studio/choices.js';
import type { Output, Scene } from '../../client/client.js';
import type { KnownStudio } from '../studio/studio.js';
import { colours, litStyle, type Colour } from './colours.js';
import { dependentFields, dependentId, dropdown, optionalDropdown, type Field } from './fields.js';

/** Returns the studio; undefined while the service isn't connected. */
export type CurrentStudio = () => KnownStudio | undefined;

interface Feedback {
  readonly name: string;
  readonly colour: Colour;
  readonly fields: (studio: KnownStudio) => readonly Field[];
  /** Whether the feedback holds. It never does while the service isn't connected. */
  readonly holds: (studio: KnownStudio, options: CompanionOptionValues) => boolean;
}

const textOf = (options: CompanionOptionValues, id: string): string => {
  const value = options[id];
  return value === undefined || Array.isArray(value) ? '' : String(value);
};

const none = (): readonly Field[] => [];

const outputOf = ({ state }: KnownStudio, options: CompanionOptionValues): Output | undefined =>
  state.outputs?.find(({ slot }) => slot === textOf(options, 'slot'));

/** Returns the scenes that a button means: the chosen one, else all of its output. */
const scenesOf = (studio: KnownStudio, options: CompanionOptionValues): readonly Scene[] => {
  const output = outputOf(studio, options);
  const chosen = textOf(options, dependentId('scene', textOf(options, 'slot')));
  return output?.scenes.filter(({ id }) => chosen === '' || id === chosen) ?? [];
};

const outputField = (studio: KnownStudio): Field => dropdown('slot', 'Output', choicesIn(studio, 'outputs'));

const sceneFields = (studio: KnownStudio): readonly Field[] => [
  outputField(studio),
  ...dependentFields('scene', 'Scene', sceneChoices(studio), false),
];

const clipFields = (studio: KnownStudio): readonly Field[] => [
  ...sceneFields(studio),
  optionalDropdown('clip', 'Clip (not specified: any clip)', choicesIn(studio, 'clips')),
  optionalDropdown('bank', 'Bank (not specified: any bank)', choicesIn(studio, 'banks')),
];

const isMeant = (found: { readonly clip: string; readonly bank: string | null }, options: CompanionOptionValues) =>
  ['', found.clip].includes(textOf(options, 'clip')) && ['', found.bank].includes(textOf(options, 'bank'));

const tallyField = dropdown('tally', 'Tally', [
  { id: 'program', label: 'Program: on air' },
  { id: 'preview', label: 'Preview: next, or playing off air' },
]);

const hasTally = (record: Pick<Output, 'tally'> | undefined, options: CompanionOptionValues): boolean =>
  record?.tally === textOf(options, 'tally');

const recordField = (id: string, label: string, collection: string) => (studio: KnownStudio) => [
  dropdown(id, label, choicesIn(studio, collection)),
];

const outputFeedbacks: Readonly<Record<string, Feedback>> = {
  output_plays: {
    name: 'Output: a clip is on',
    colour: colours.red,
    fields: clipFields,
    holds: (studio, options) =>
      scenesOf(studio, options).some(({ clip, bank }) => clip !== null && isMeant({ clip, bank }, options)),
  },
  output_cued: {
    name: 'Output: a clip is cued',
    colour: colours.green,
    fields: clipFields,
    holds: (studio, options) => scenesOf(studio, options).some(({ cued }) => cued !== null && isMeant(cued, options)),
  },
  output_paused: {
    name: 'Output: the clip is paused',
    colour: colours.amber,
    fields: sceneFields,
    holds: (studio, options) => scenesOf(studio, options).some(({ paused }) => paused),
  },
  graphic_shown: {
    name: 'Output: the graphic is on air',
    colour: colours.red,
    fields: sceneFields,
    holds: (studio, options) => scenesOf(studio, options).some(({ graphic }) => graphic?.shown === true),
  },
  output_tally: {
    name: 'Output: tally',
    colour: colours.red,
    fields: (studio) => [outputField(studio), tallyField],
    holds: (studio, options) => hasTally(outputOf(studio, options), options),
  },
  bank_active: {
    name: 'Bank: it is the active one',
    colour: colours.blue,
    fields: recordField('key', 'Bank', 'banks'),
    holds: ({ state }, options) => state.banks?.some(({ key, active }) => active && key === options['key']) ?? false,
  },
};

const recordFeedbacks: Readonly<Record<string, Feedback>> = {
  signal_on: {
    name: 'Signal: it is on',
    colour: colours.red,
    fields: recordField('id', 'Signal', 'signals'),
    holds: ({ state }, options) =>
      state.signals?.find(({ identifier }) => identifier === options['id'])?.value ?? false,
  },
  camera_tally: {
    name: 'Camera: tally',
    colour: colours.red,
    fields: (studio) => [dropdown('id', 'Camera', choicesIn(studio, 'cameras')), tallyField],
    holds: ({ state }, options) =>
      hasTally(
        state.cameras?.find(({ id }) => id === options['id']),
        options,
      ),
  },
  camera_angle: {
    name: 'Camera: it has the angle',
    colour: colours.blue,
    fields: (studio) => [
      dropdown('id', 'Camera', choicesIn(studio, 'cameras')),
      ...dependentFields('angle', 'Angle', angleChoices(studio), true),
    ],
    holds: ({ state }, options) => {
      const angle = textOf(options, dependentId('angle', textOf(options, 'id')));
      return state.cameras?.some((camera) => camera.id === options['id'] && camera.angle === angle) ?? false;
    },
  },
  macro_running: {
    name: 'Macro: it runs',
    colour: colours.amber,
    fields: recordField('id', 'Macro', 'macros'),
    holds: ({ state }, options) =>
      state.macros?.some((macro) => macro.id === options['id'] && macro.state === 'running') ?? false,
  },
  automation_running: {
    name: 'Automation: it is started',
    colour: colours.amber,
    fields: recordField('id', 'Automation', 'automations'),
    holds: ({ state }, options) =>
      state.automations?.some(({ id, state: now }) => id === options['id'] && now !== 'stopped') ?? false,
  },
};

const studioFeedbacks: Readonly<Record<string, Feedback>> = {
  on_air: {
    name: 'Studio: it is on air',
    colour: colours.red,
    fields: none,
    holds: ({ state }) => state.studio?.status === 'on_air',
  },
  holder: {
    name: 'Station: it holds the studio',
    colour: colours.violet,
    fields: recordField('id', 'Station', 'stations'),
    holds: ({ state }, options) =>
      state.stations?.some(({ id, holdsStudio }) => holdsStudio && id === options['id']) ?? false,
  },
  connected: { name: 'Service: it is connected', colour: colours.green, fields: none, holds: () => true },
  alarm: {
    name: 'Service: an alarm is open',
    colour: colours.amber,
    fields: none,
    holds: ({ alarms }) => alarms.length > 0,
  },
  degraded: {
    name: 'Service: something limits it',
    colour: colours.amber,
    fields: none,
    holds: ({ degraded }) => degraded,
  },
};

/** All feedbacks by id. */
const feedbacks = { ...studioFeedbacks, ...outputFeedbacks, ...recordFeedbacks };

/** Returns the definitions of all feedbacks. They read the studio of the moment at which Companion asks. */
export const feedbackDefinitions = (studio: KnownStudio, current: CurrentStudio): CompanionFeedbackDefinitions =>
  Object.fromEntries(
    Object.entries(feedbacks).map(([id, { name, colour, fields, holds }]) => [
      id,
      {
        type: 'boolean',
        name,
        defaultStyle: litStyle(colour),
        options: [...fields(studio)],
        callback: ({ options }) => {
          const now = current();
          return now !== undefined && holds(now, options);
        },
      },
    ]),
  );
