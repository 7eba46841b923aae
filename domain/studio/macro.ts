// Macros: steps that run once, when a caller runs them.
import * as t from 'io-ts';
import { described, field, listOf, oneOf } from '../codec/codec.js';
import { Id, Name } from './common-fields.js';
import { lastRunField } from './last-run.js';
import { MacroParameterRecord, MacroParameters } from './macro-parameters.js';
import { Step } from './step.js';

/** A macro of the layout. */
export const MacroDefinition = t.readonly(
  t.intersection([
    t.type({ id: Id, name: Name, steps: field(listOf(Step), 'What it does, one step after the other') }),
    t.partial({
      /** See MACRO-6. */
      parameters: field(
        MacroParameters,
        'What callers can choose. The texts of its steps contain placeholders such as `${guest}`',
      ),
    }),
  ]),
);
export type MacroDefinition = t.TypeOf<typeof MacroDefinition>;

export const MacroState = oneOf('idle', 'running');
export type MacroState = t.TypeOf<typeof MacroState>;

/** A macro, as callers read it. */
export const Macro = described(
  t.readonly(
    t.type({
      id: t.string,
      name: t.string,
      state: MacroState,
      step: t.number,
      steps: t.number,
      parameters: t.readonlyArray(MacroParameterRecord),
      lastRun: lastRunField,
    }),
    'Macro',
  ),
  {
    description: 'A macro. `step` is the current step, from 1 to `steps`; 0 while idle',
    examples: [
      {
        id: 'mac-1',
        name: 'Opening',
        state: 'running',
        step: 2,
        steps: 5,
        parameters: [{ name: 'guest', type: 'NUMBER', default: 1 }],
        lastRun: {
          outcome: 'done',
          step: 5,
          error: null,
          startedAt: '2026-01-31T11:00:00.000Z',
          endedAt: '2026-01-31T11:00:03.100Z',
        },
      },
    ],
  },
);
export type Macro = t.TypeOf<typeof Macro>;
