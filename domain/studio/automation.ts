// Automations: steps that run whenever their trigger fires.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { dateTime, described, listOf, oneOf, text } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { Period } from './periods.js';
import { Step } from './step.js';
import { Trigger } from './trigger.js';

/** An automation of the layout. */
export const AutomationDefinition = t.readonly(
  t.intersection([
    t.type({
      id: text(1, 64),
      /** The station that owns the automation. */
      station: text(1, 64),
      name: text(1, 128),
      trigger: Trigger,
      steps: listOf(Step),
    }),
    t.partial({
      /** Whether it starts with the service, unless a caller stopped or paused it before; defaults to false. */
      autostart: t.boolean,
    }),
  ]),
);
export type AutomationDefinition = t.TypeOf<typeof AutomationDefinition>;

export const AutomationState = described(oneOf('stopped', 'running', 'paused', 'failed'), { examples: ['running'] });
export type AutomationState = t.TypeOf<typeof AutomationState>;

/** An automation, as callers read it. */
export const Automation = described(
  t.readonly(
    t.type({
      id: t.string,
      name: t.string,
      state: AutomationState,
      nextRunAt: described(t.union([dateTime, t.null]), {
        description: 'When its trigger fires next; null if this is unknown, or while the automation isn’t running',
      }),
    }),
    'Automation',
  ),
  {
    description: 'An automation of the station',
    examples: [{ id: 'auto-1', name: 'Top of the hour', state: 'running', nextRunAt: '2026-01-31T13:00:00.000Z' }],
  },
);
export type Automation = t.TypeOf<typeof Automation>;

/** What a restart of the service needs of an automation that starts with it. */
export const RememberedAutomation = t.readonly(
  t.type({
    state: oneOf('running', 'paused', 'stopped'),
    /** The time that it has waited through for its trigger. */
    waited: t.readonlyArray(Period),
    /** When it last checked whether a trigger time had come, in milliseconds since 1970 UTC. */
    checkedAtMs: t.number,
  }),
);
export type RememberedAutomation = t.TypeOf<typeof RememberedAutomation>;

/** A change of state that a caller requests. */
export type AutomationTransition = 'start' | 'pause' | 'resume' | 'stop';

const transitions: Readonly<
  Record<AutomationTransition, { readonly from: readonly AutomationState[]; readonly to: AutomationState }>
> = {
  start: { from: ['stopped', 'failed'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['stopped', 'running', 'paused', 'failed'], to: 'stopped' },
};

/** Returns the state after a transition, or `conflict` where the current state doesn't allow it (AUTOMATION-3). */
export const transitionAutomation = (
  { id }: AutomationDefinition,
  state: AutomationState,
  transition: AutomationTransition,
): E.Either<Failure, AutomationState> => {
  const { from, to } = transitions[transition];
  if (from.includes(state)) return E.right(to);
  const required = from.join(' or ');
  return E.left(failure('conflict', `the automation "${id}" is ${state}; ${transition} requires it to be ${required}`));
};
