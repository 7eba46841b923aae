// Generates calls with idempotency keys, and their repetitions, as callers make them that got no answer.
import type { Choices } from '../choices.js';
import type { CallPlan } from '../steps.js';

/**
 * The targets of keyed calls: each sends one command, whose effect can be recognized after a crash. A repetition of those
 * that set what callers read would be no further write, which the histories don't know.
 */
export const keyedTargets = [
  'play opener',
  'play weather',
  'stop main',
  'recall close',
  'recall wide',
  'red light on',
  'red light off',
] as const;

/** Calls with keys of one simulation. */
export interface KeyedCalls {
  /** Returns a call with a new key. */
  readonly next: () => CallPlan;
  /** Returns the repetition of one of the last calls, sometimes with another target. */
  readonly repetition: () => CallPlan;
}

/** The number of calls that are repeated. */
const remembered = 3;

const plain = { errors: [], isForwarded: false, isFromForeignPage: false } as const;

/** Returns the keyed calls of a simulation. */
export const keyedCalls = (choices: Choices): KeyedCalls => {
  const { one, chance, between } = choices;
  const last: CallPlan[] = [];
  let keys = 0;

  const next = (): CallPlan => {
    keys += 1;
    const call: CallPlan = {
      ...(chance(70)
        ? { address: '127.0.0.1', credential: { by: 'nothing' } }
        : { address: '192.168.1.21', credential: { by: 'bearer', panel: 0, token: 'newest' } }),
      target: one(...keyedTargets),
      key: `key-${String(keys)}`,
      ...plain,
    };
    last.unshift(call);
    last.splice(remembered);
    return chance(15) ? { ...call, hangsUpAfterMs: between(0, 100) } : call;
  };

  return {
    next,
    repetition: () => {
      const call = last.length === 0 ? next() : one(...last);
      return chance(15) ? { ...call, target: one(...keyedTargets) } : call;
    },
  };
};
