// A step: one thing that a macro or an automation does, after the one before it is acknowledged.
import * as t from 'io-ts';
import { text, whole } from '../codec/codec.js';
import { singleFieldUnion } from '../codec/single-field-union.js';

const reference = text(1, 64);

/** Play a clip of a bank; without `bank` it is the one active then. */
const Play = t.intersection([
  t.type({ output: reference, scene: reference, clip: reference }),
  t.partial({ bank: reference }),
]);
const Recall = t.type({ camera: reference, angle: reference });
const Switch = t.type({ signal: reference, on: t.boolean });

/** One step, told by its only field. `waitMs` lets time pass: 1 ms to a day. */
export const Step = singleFieldUnion({ play: Play, recall: Recall, switch: Switch, waitMs: whole(1, 86_400_000) });
export type Step = t.TypeOf<typeof Step>;

/** What a step can be turned into, one function for each kind. */
export interface StepCases<A> {
  readonly play: (step: t.TypeOf<typeof Play>) => A;
  readonly recall: (step: t.TypeOf<typeof Recall>) => A;
  readonly switch: (step: t.TypeOf<typeof Switch>) => A;
  readonly wait: (delayMs: number) => A;
}

/** Turns a step into something, by its kind. */
export const foldStep =
  <A>(cases: StepCases<A>) =>
  (step: Step): A => {
    if ('play' in step) return cases.play(step.play);
    if ('recall' in step) return cases.recall(step.recall);
    return 'switch' in step ? cases.switch(step.switch) : cases.wait(step.waitMs);
  };
