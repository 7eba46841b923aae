// A macro: steps that run once, at a caller's word.
import * as t from 'io-ts';
import { described, listOf, oneOf, text } from '../codec/codec.js';
import { Step } from './step.js';

/** A macro as the studio is laid out. */
export const MacroDefinition = t.readonly(t.type({ id: text(1, 64), name: text(1, 128), steps: listOf(Step) }));
export type MacroDefinition = t.TypeOf<typeof MacroDefinition>;

export const MacroState = oneOf('idle', 'running');
export type MacroState = t.TypeOf<typeof MacroState>;

/** A macro as a caller reads it. */
export const Macro = described(
  t.readonly(t.type({ id: t.string, name: t.string, state: MacroState, step: t.number, steps: t.number }), 'Macro'),
  {
    description: 'A macro; `step` is the one that runs, from 1 to `steps`, and 0 while it is idle',
    examples: [{ id: 'mac-1', name: 'Opening', state: 'running', step: 2, steps: 5 }],
  },
);
export type Macro = t.TypeOf<typeof Macro>;
