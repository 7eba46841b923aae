// The words of the page for faults and commands.
import type { FaultType } from '../fault.js';
import type { Command } from './shown-studio.js';
import { minutesText } from './use-time.js';

export const faultLabels: Readonly<Record<FaultType, string>> = {
  late: 'Delay',
  lost: 'Replies lost',
  duplicate: 'Replies duplicated',
  refused: 'Commands refused',
  offline: 'Offline',
  frozen: 'Frozen',
  ineffective: 'Commands ignored',
  broken: 'Driver error',
  osc_silent: 'OSC: none',
  osc_gaps: 'OSC: every second lost',
  osc_late: 'OSC: delay',
  osc_doubled: 'OSC: doubled',
  osc_reordered: 'OSC: reordered',
  osc_forged: 'OSC: forged besides',
};

/** The fields that commands have, each present with its type of command. */
interface CommandFields {
  readonly type: string;
  readonly scene: string;
  readonly scenes: readonly string[];
  readonly cue: { readonly bank: string; readonly clip: { readonly key: string; readonly name: string } };
  readonly positionMs: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly on: boolean;
  readonly angle: string;
}

const textsOf = (texts: CommandFields['texts']): string =>
  Object.entries(texts)
    .map(([field, text]) => `${field}: ${text}`)
    .join(', ');

const clipOf = ({ cue: { bank, clip } }: CommandFields): string => `${clip.name} (${bank}/${clip.key})`;

const commandTexts: Readonly<Record<string, (command: CommandFields) => string>> = {
  play: (command) => `play ${clipOf(command)} in ${command.scene}`,
  stop: ({ scenes }) => `stop ${scenes.join(', ')}`,
  cue: (command) => `cue ${clipOf(command)} in ${command.scene}`,
  take: ({ scene }) => `take the cued clip in ${scene}`,
  pause: ({ scene }) => `pause ${scene}`,
  resume: ({ scene }) => `resume ${scene}`,
  seek: ({ scene, positionMs }) => `seek ${minutesText(positionMs)} in ${scene}`,
  showGraphic: ({ scene, texts }) => `show the graphic of ${scene} (${textsOf(texts)})`,
  updateGraphic: ({ scene, texts }) => `update the graphic of ${scene} (${textsOf(texts)})`,
  hideGraphic: ({ scene }) => `hide the graphic of ${scene}`,
  switch: ({ on }) => `switch ${on ? 'on' : 'off'}`,
  recall: ({ angle }) => `recall ${angle}`,
};

/** Returns a command in words. */
export const commandText = ({ command }: Command): string => {
  const fields = command as unknown as CommandFields;
  return commandTexts[fields.type]?.(fields) ?? fields.type;
};
