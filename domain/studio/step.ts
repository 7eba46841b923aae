// Steps of macros and automations. Each one starts when the previous one is acknowledged.
import * as t from 'io-ts';
import { text, integer } from '../codec/codec.js';
import { singleFieldUnion } from '../codec/single-field-union.js';

const reference = text(1, 64);

/** Plays a clip; `bank` defaults to the bank that is active then. */
const Play = t.intersection([
  t.type({ output: reference, scene: reference, clip: reference }),
  t.partial({ bank: reference }),
]);
const Recall = t.type({ camera: reference, angle: reference });
const Switch = t.type({ signal: reference, on: t.boolean });

/** One step, distinguished by its only field. `waitMs`: a pause of 1 ms to a day. */
export const Step = singleFieldUnion({ play: Play, recall: Recall, switch: Switch, waitMs: integer(1, 86_400_000) });
export type Step = t.TypeOf<typeof Step>;

/** One function for each kind of step. */
export interface StepCases<A> {
  readonly play: (step: t.TypeOf<typeof Play>) => A;
  readonly recall: (step: t.TypeOf<typeof Recall>) => A;
  readonly switch: (step: t.TypeOf<typeof Switch>) => A;
  readonly wait: (delayMs: number) => A;
}

/** Calls the function for a step's kind. */
export const foldStep =
  <A>(cases: StepCases<A>) =>
  (step: Step): A => {
    if ('play' in step) return cases.play(step.play);
    if ('recall' in step) return cases.recall(step.recall);
    return 'switch' in step ? cases.switch(step.switch) : cases.wait(step.waitMs);
  };
