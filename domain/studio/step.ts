// A step: one thing that a macro or an automation does, after the one before it is acknowledged.
import * as t from 'io-ts';
import { text, whole } from '../codec.js';

const reference = text(1, 64);

/** Play a clip of a bank; without `bank` it is the one active then. */
const PlayStep = t.type({
  play: t.intersection([
    t.type({ output: reference, scene: reference, clip: reference }),
    t.partial({ bank: reference }),
  ]),
});
const RecallStep = t.type({ recall: t.type({ camera: reference, angle: reference }) });
const SwitchStep = t.type({ switch: t.type({ signal: reference, on: t.boolean }) });
/** Let time pass: 1 ms to a day. */
const WaitStep = t.type({ waitMs: whole(1, 86_400_000) });

/** One step, told by its only field. */
export const Step = t.union([PlayStep, RecallStep, SwitchStep, WaitStep]);
export type Step = t.TypeOf<typeof Step>;

/** What a step can be turned into, one function for each kind. */
export interface StepCases<A> {
  readonly play: (step: t.TypeOf<typeof PlayStep>['play']) => A;
  readonly recall: (step: t.TypeOf<typeof RecallStep>['recall']) => A;
  readonly switch: (step: t.TypeOf<typeof SwitchStep>['switch']) => A;
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
