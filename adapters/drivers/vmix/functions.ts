// The functions of vMix that make a command. Their parameters have the form of a query.
import type { ClipSelection } from '../../../application/ports/players.js';
import type { ClipDefinition } from '../../../domain/studio/clip.js';
import type { CommandLine } from '../shared/scenes/conversation.js';
import type { ClipInput } from './clip-input.js';

/** A function with its parameters, as it is sent. */
export type VmixFunction = CommandLine;

type Parameters = Readonly<Record<string, string | number>>;

const functionLine = (name: string, parameters: Parameters): VmixFunction => {
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return { line: `FUNCTION ${name} ${query.join('&')}` };
};

const moving = (one: VmixFunction): VmixFunction => ({ ...one, movesPlayhead: true });

/** The API counts mixes from 0. */
const mixParameter = (mix: number): Parameters => ({ Mix: mix - 1 });

/** The transition of vMix for each of a studio file. vMix has none that is named push. */
const transitions: Readonly<Record<NonNullable<ClipDefinition['transition']>['type'], string>> = {
  mix: 'Fade',
  wipe: 'Wipe',
  slide: 'Slide',
  push: 'Slide',
};

const toProgram = ({ clip: { transition } }: ClipSelection, key: string, mix: number): VmixFunction =>
  transition === undefined
    ? functionLine('ActiveInput', { Input: key, ...mixParameter(mix) })
    : functionLine(transitions[transition.type], { Input: key, Duration: transition.durationMs, ...mixParameter(mix) });

const selectEntry = ({ key, entry }: ClipInput): readonly VmixFunction[] =>
  entry === undefined ? [] : [functionLine('SelectIndex', { Input: key, Value: entry })];

const setLoop = ({ clip }: ClipSelection, { key }: ClipInput): VmixFunction =>
  functionLine(clip.loop === true ? 'LoopOn' : 'LoopOff', { Input: key });

const ifTimed = ({ isTimed }: ClipInput, functions: readonly VmixFunction[]): readonly VmixFunction[] =>
  isTimed ? functions : [];

/** Shows an input in preview. */
export const preview = (key: string, mix: number): VmixFunction =>
  functionLine('PreviewInput', { Input: key, ...mixParameter(mix) });

/** Starts a clip from its beginning, then puts it on air, so that no earlier picture of it is shown. */
export const start = (selection: ClipSelection, input: ClipInput, mix: number): readonly VmixFunction[] => {
  const { key } = input;
  const beginning = moving(functionLine('Restart', { Input: key }));
  return [
    ...selectEntry(input),
    ...ifTimed(input, [setLoop(selection, input), beginning, functionLine('Play', { Input: key })]),
    toProgram(selection, key, mix),
  ];
};

/** Prepares a clip, and shows it in preview. An input that is on air anywhere goes on. */
export const cue = (
  selection: ClipSelection,
  input: ClipInput,
  mix: number,
  isOnAir: boolean,
): readonly VmixFunction[] => {
  const { key } = input;
  const prepared = [
    functionLine('Pause', { Input: key }),
    ...selectEntry(input),
    setLoop(selection, input),
    moving(functionLine('SetPosition', { Input: key, Value: 0 })),
  ];
  return [...(isOnAir ? [] : ifTimed(input, prepared)), preview(key, mix)];
};

/** Puts the idle input on air. `paused` are inputs that leave the air. */
export const stop = (idleKey: string, mix: number, paused: readonly string[]): readonly VmixFunction[] => [
  functionLine('ActiveInput', { Input: idleKey, ...mixParameter(mix) }),
  ...paused.map((key) => functionLine('Pause', { Input: key })),
];

export const pause = (key: string): readonly VmixFunction[] => [functionLine('Pause', { Input: key })];

export const resume = (key: string): readonly VmixFunction[] => [functionLine('Play', { Input: key })];

/** Moves the playhead. vMix rounds the position, in milliseconds, to a frame. */
export const seek = (key: string, positionMs: number): readonly VmixFunction[] => [
  moving(functionLine('SetPosition', { Input: key, Value: Math.round(positionMs) })),
];
