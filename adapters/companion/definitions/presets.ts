// The presets of the module: ready buttons that an operator drags to a page.
import type { CompanionPresetDefinitions } from '@companion-module/base';
import type { KnownStudio } from '../studio/studio.js';
import { readyButtons, textSize, type Button } from './buttons.js';
import { colours, litStyle } from './colours.js';

const presetOf = ({ category, name, text, press, lights }: Button): CompanionPresetDefinitions[string] => ({
  type: 'button',
  category,
  name,
  style: { text, size: textSize, color: colours.white, bgcolor: colours.grey },
  steps: [{ down: press === undefined ? [] : [{ actionId: press.actionId, options: press.options }], up: [] }],
  feedbacks: lights.map(({ feedbackId, options, colour }) => ({ feedbackId, options, style: litStyle(colour) })),
});

/** Returns the presets of a studio. `label` is the name of the connection, with which its variables begin. */
export const presetDefinitions = (studio: KnownStudio, label: string): CompanionPresetDefinitions =>
  Object.fromEntries(readyButtons(studio, label).map((button) => [button.id, presetOf(button)]));
