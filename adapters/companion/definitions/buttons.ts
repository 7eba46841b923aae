// Ready buttons for the records of a studio. Presets and button pages are made of them.
import type { CompanionOptionValues } from '@companion-module/base';
import { actionsOf } from '../studio/document.js';
import type { Camera, Output, Scene } from '../../client/client.js';
import type { KnownStudio } from '../studio/studio.js';
import { colours, type Colour } from './colours.js';
import { dependentId } from './fields.js';
import { recordVariable, sceneVariable } from './variables.js';

/** The size of a button's text, in points of a button of 72 points. Words of ten letters fit. */
export const textSize = '14';

/** What lights a button. */
export interface ButtonLight {
  readonly feedbackId: string;
  readonly options: CompanionOptionValues;
  readonly colour: Colour;
}

/** A button. */
export interface Button {
  readonly id: string;
  /** The group that the button belongs to, such as `Main programme: clips`. */
  readonly category: string;
  readonly name: string;
  /** The text. `\n` begins a line; variables have the form `$(label:name)`. */
  readonly text: string;
  /** The action that a press runs; undefined for a button that only shows something. */
  readonly press: { readonly actionId: string; readonly options: CompanionOptionValues } | undefined;
  readonly lights: readonly ButtonLight[];
}

const light = (feedbackId: string, options: CompanionOptionValues, colour: Colour): ButtonLight => ({
  feedbackId,
  options,
  colour,
});

/** The label of the connection, which begins the name of its variables. */
type VariableText = (id: string) => string;

const button = (
  category: string,
  actionId: string,
  options: CompanionOptionValues,
  text: string,
  lights: readonly ButtonLight[],
): Button => {
  const id = [actionId, ...Object.values(options)].join(' ');
  return { id, category, name: text.replaceAll('\n', ' '), text, press: { actionId, options }, lights };
};

/** Returns the options that choose a scene: an output with one scene needs none. */
const sceneOptions = ({ slot, scenes }: Output, { id }: Scene): CompanionOptionValues =>
  scenes.length > 1 ? { slot, [dependentId('scene', slot)]: id } : { slot };

const titleOf = ({ name, scenes }: Output, { id }: Scene): string => (scenes.length > 1 ? `${name} ${id}` : name);

const clipButtons = ({ state, clips }: KnownStudio, output: Output, scene: Scene): readonly Button[] => {
  const target = sceneOptions(output, scene);
  return (state.banks ?? []).flatMap(({ key: bank, name: bankName }) => {
    const chosen = { ...target, bank };
    const category = `${titleOf(output, scene)}: ${bankName}`;
    const lights = (clip: string) => [
      light('output_cued', { ...chosen, clip }, colours.green),
      light('output_plays', { ...chosen, clip }, colours.red),
    ];
    const ofBank = clips[bank] ?? [];
    return [
      ...ofBank.map(({ key, name }) => button(category, 'clip.play', { ...chosen, number: key }, name, lights(key))),
      ...ofBank.map(({ key, name }) =>
        button(`${category}, cue`, 'clip.cue', { ...chosen, number: key }, `Cue\n${name}`, lights(key)),
      ),
    ];
  });
};

const transportButtons = (output: Output, scene: Scene, variable: VariableText): readonly Button[] => {
  const target = sceneOptions(output, scene);
  const category = `${titleOf(output, scene)}: transport`;
  const shown = (what: string): string => variable(sceneVariable(output.slot, scene.id, what));
  const plays = light('output_plays', target, colours.red);
  const isPaused = light('output_paused', target, colours.amber);
  const isCued = light('output_cued', target, colours.green);
  const graphic = light('graphic_shown', target, colours.red);
  const transport = [
    button(category, 'output.take', target, `Take\n${shown('cued')}`, [isCued]),
    button(category, 'output.pause', target, 'Pause', [isPaused]),
    button(category, 'output.resume', target, 'Resume', []),
    button(category, 'output.stop', target, `Stop\n${shown('clip')}\n${shown('remaining')}`, [plays]),
  ];
  if (scene.graphic === null) return transport;
  return [
    ...transport,
    button(category, 'graphic.show', target, 'Show graphic', [graphic]),
    button(category, 'graphic.hide', target, 'Hide graphic', []),
  ];
};

const outputButtons = (studio: KnownStudio, variable: VariableText): readonly Button[] =>
  (studio.state.outputs ?? []).flatMap((output) =>
    output.scenes.flatMap((scene) => [
      ...transportButtons(output, scene, variable),
      ...clipButtons(studio, output, scene),
    ]),
  );

const bankButtons = ({ state }: KnownStudio): readonly Button[] =>
  (state.banks ?? []).map(({ key, name }) =>
    button('Banks', 'bank.activate', { key }, `Bank\n${name}`, [light('bank_active', { key }, colours.blue)]),
  );

/** What a signal's buttons do. A pulse lasts as long as the service's default. */
const signalVerbs = [
  { verb: 'toggle', words: '' },
  { verb: 'on', words: '\non' },
  { verb: 'off', words: '\noff' },
  { verb: 'pulse', words: '\npulse' },
] as const;

const signalButtons = ({ state }: KnownStudio): readonly Button[] =>
  signalVerbs.flatMap(({ verb, words }) =>
    (state.signals ?? []).map(({ identifier: id, name }) =>
      button(`Signals: ${verb}`, `signal.${verb}`, { id }, `${name}${words}`, [
        light('signal_on', { id }, colours.red),
      ]),
    ),
  );

const cameraButtons = ({ state, angles }: KnownStudio): readonly Button[] =>
  (state.cameras ?? []).flatMap(({ id, name }: Camera) =>
    (angles[id] ?? []).map((angle) => {
      const options = { id, [dependentId('angle', id)]: angle.id };
      return button(`Cameras: ${name}`, 'camera.recall', options, `${name}\n${angle.name}`, [
        light('camera_angle', options, colours.blue),
        light('camera_tally', { id, tally: 'program' }, colours.red),
      ]);
    }),
  );

const sequenceButtons = ({ state }: KnownStudio, variable: VariableText): readonly Button[] => [
  ...(state.macros ?? []).flatMap(({ id, name }) => {
    const lights = [light('macro_running', { id }, colours.amber)];
    return [
      button('Macros', 'macro.run', { id }, `${name}\n${variable(recordVariable('macro', id))}`, lights),
      button('Macros', 'macro.stop', { id }, `Stop\n${name}`, lights),
    ];
  }),
  ...(state.automations ?? []).flatMap(({ id, name }) => {
    const lights = [light('automation_running', { id }, colours.amber)];
    const now = variable(recordVariable('automation', id));
    return [
      button('Automations', 'automation.start', { id }, `Start\n${name}\n${now}`, lights),
      button('Automations', 'automation.stop', { id }, `Stop\n${name}`, lights),
    ];
  }),
];

const variableButtons = ({ state }: KnownStudio): readonly Button[] =>
  (state.variables ?? [])
    .filter(({ type }) => type === 'BOOLEAN')
    .flatMap(({ name }) =>
      ['true', 'false'].map((value) => button('Variables', 'variable.set', { name, value }, `${name}\n${value}`, [])),
    );

const shownButton = (id: string, text: string, lights: readonly ButtonLight[]): Button => ({
  id,
  category: 'Studio',
  name: text.replaceAll('\n', ' '),
  text,
  press: undefined,
  lights,
});

const studioButtons = ({ state }: KnownStudio, variable: VariableText): readonly Button[] => [
  button('Studio', 'studio.onair', {}, 'On air', [light('on_air', {}, colours.red)]),
  button('Studio', 'studio.offair', {}, 'Off air', []),
  ...(state.stations ?? []).map(({ id, name }) =>
    button('Studio', 'station.take', { id }, `${name}\ntakes studio`, [light('holder', { id }, colours.violet)]),
  ),
  button('Studio', 'station.release', {}, `Release\n${variable('holder')}`, []),
  shownButton('shown alarms', `Alarms\n${variable('alarms')}`, [light('alarm', {}, colours.amber)]),
  shownButton('shown health', `Service\n${variable('health')}`, [
    light('connected', {}, colours.green),
    light('degraded', {}, colours.amber),
  ]),
];

/** Returns the ready buttons of a studio. Buttons of actions that the service doesn't offer are left out. */
export const readyButtons = (studio: KnownStudio, label: string): readonly Button[] => {
  const offered = new Set(actionsOf(studio.document).map(({ id }) => id));
  const variable: VariableText = (id) => `$(${label}:${id})`;
  const all = [
    ...studioButtons(studio, variable),
    ...outputButtons(studio, variable),
    ...bankButtons(studio),
    ...signalButtons(studio),
    ...cameraButtons(studio),
    ...sequenceButtons(studio, variable),
    ...variableButtons(studio),
  ];
  return all.filter(({ press }) => press === undefined || offered.has(press.actionId));
};
