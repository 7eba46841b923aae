// The functions that a simulated vMix knows, by their names in its shortcut function reference.
import type { Effect } from '../effects.js';
import type { Input } from './inputs.js';
import type { Mix, Mixer } from './mixer.js';

/** What a function is called with. */
interface Call {
  readonly mixer: Mixer;
  readonly input: Input;
  readonly value: number;
  readonly mix: Mix | undefined;
}

type VmixFunction = (call: Call) => readonly Effect[] | string;

const onMix =
  (act: (mixer: Mixer, mix: Mix, input: Input) => readonly Effect[]): VmixFunction =>
  ({ mixer, mix, input }) =>
    mix === undefined ? 'Mix not found' : act(mixer, mix, input);

const toProgram = onMix((mixer, mix, input) => mixer.showProgram(mix, input));

const functions: Readonly<Record<string, VmixFunction>> = {
  Play: ({ mixer, input }) => mixer.play(input),
  Pause: ({ mixer, input }) => mixer.pause(input),
  Restart: ({ mixer, input }) => mixer.restart(input),
  LoopOn: ({ mixer, input }) => mixer.setLoop(input, true),
  LoopOff: ({ mixer, input }) => mixer.setLoop(input, false),
  SetPosition: ({ mixer, input, value }) => mixer.setPosition(input, value),
  SelectIndex: ({ mixer, input, value }) => mixer.select(input, value),
  PreviewInput: onMix((mixer, mix, input) => mixer.showPreview(mix, input)),
  ActiveInput: toProgram,
  Fade: toProgram,
  Wipe: toProgram,
  Slide: toProgram,
};

/** Calls a function by the rest of its line. Returns the effects on players, or why the vMix refuses it. */
export const callFunction = (mixer: Mixer, line: string): readonly Effect[] | string => {
  const [name = '', ...query] = line.split(' ');
  const parameters = new URLSearchParams(query.join(' '));
  const named = Object.hasOwn(functions, name) ? functions[name] : undefined;
  const input = mixer.inputs.find(({ key }) => key === parameters.get('Input'));
  if (named === undefined) return `Function ${name} not found`;
  if (input === undefined) return 'Input not found';
  const mix = mixer.mixes.find(({ number }) => number === Number(parameters.get('Mix') ?? '0') + 1);
  return named({ mixer, input, value: Number(parameters.get('Value') ?? '0'), mix });
};
