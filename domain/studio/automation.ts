// Automations: steps that run whenever their trigger fires.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { choiceOf } from '../codec/choice.js';
import { boundedListOf, dateTime, described, field, integer, listOf, oneOf, refined } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { dayMs } from '../time-units.js';
import { Id, idOf, Name } from './common-fields.js';
import { Condition } from './event-trigger.js';
import { lastRunField } from './last-run.js';
import { Period } from './periods.js';
import { Step } from './step.js';
import { Trigger } from './trigger.js';

/** The shortest pause before a step is attempted again, in milliseconds: devices get no flood of commands. */
const minRetryPauseMs = 100;

/** How often a failed step is attempted again, if the automation doesn't specify it. */
const defaultRetries = 3;

/** Pause before a failed step is attempted again, if the automation doesn't specify it, in milliseconds. */
const defaultRetryPauseMs = 5_000;

/** Maximum number of triggers, and of conditions, of an automation. */
const maxTriggers = 20;

const Triggers = choiceOf(
  Trigger,
  refined(boundedListOf(Trigger, maxTriggers), ({ length }) => length > 0, 'a list of at least one trigger', {
    minItems: 1,
  }),
  Array.isArray,
);

const Parts = t.intersection([
  t.type({
    id: Id,
    station: idOf('the station that owns it'),
    name: Name,
    trigger: field(Triggers, 'When it runs: one trigger, or a list of which any fires'),
    steps: field(listOf(Step), 'What it does, one step after the other'),
  }),
  t.partial({
    autostart: field(t.boolean, 'Whether it starts with the service, unless a caller stopped or paused it before', {
      default: false,
    }),
    when: field(boundedListOf(Condition, maxTriggers), 'Conditions that must all hold when a trigger fires'),
    whileRunning: field(
      oneOf('ignore', 'restart', 'queue'),
      'What a trigger does during a run: nothing, begin the run anew, or wait for its end',
      { default: 'ignore' },
    ),
    onFailure: field(
      oneOf('stop', 'continue', 'retry'),
      'What a failed step does: stop the automation, end the run alone, or be attempted again',
      { default: 'stop' },
    ),
    retry: field(
      t.partial({
        count: field(integer(1, 1_000), 'How often a step is attempted again', { default: defaultRetries }),
        pauseMs: field(integer(minRetryPauseMs, dayMs), 'Pause before each attempt, in milliseconds', {
          default: defaultRetryPauseMs,
        }),
        then: field(
          oneOf('stop', 'continue'),
          'What the last failure does: stop the automation, or end the run alone',
          {
            default: 'stop',
          },
        ),
      }),
      'How a failed step is attempted again. Only with `onFailure: retry`',
    ),
  }),
]);

/** An automation of the layout. */
export const AutomationDefinition = t.readonly(
  refined(
    Parts,
    ({ onFailure, retry }) => retry === undefined || onFailure === 'retry',
    'an automation that has retry only with onFailure: retry',
  ),
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
      lastRun: lastRunField,
    }),
    'Automation',
  ),
  {
    description: 'An automation of the station',
    examples: [
      {
        id: 'auto-1',
        name: 'Top of the hour',
        state: 'running',
        nextRunAt: '2026-01-31T13:00:00.000Z',
        lastRun: {
          outcome: 'failed',
          step: 2,
          error: 'device_unavailable',
          startedAt: '2026-01-31T12:00:00.000Z',
          endedAt: '2026-01-31T12:00:00.030Z',
        },
      },
    ],
  },
);
export type Automation = t.TypeOf<typeof Automation>;

/** Returns the triggers of an automation. */
export const triggersOf = ({ trigger }: Pick<AutomationDefinition, 'trigger'>): readonly Trigger[] =>
  Array.isArray(trigger) ? (trigger as readonly Trigger[]) : [trigger as Trigger];

const waiting = {
  /** The time that it has waited through for its trigger. */
  waited: t.readonlyArray(Period),
  /** When it last checked whether a trigger time had come, in milliseconds since 1970 UTC. */
  checkedAtMs: t.number,
};

/** What a restart of the service needs of an automation that starts with it. */
export const RememberedAutomation = t.readonly(
  t.intersection([
    t.type({ state: oneOf('running', 'paused', 'stopped'), ...waiting }),
    t.partial({
      /** The same of its further triggers. */
      others: t.readonlyArray(t.readonly(t.type(waiting))),
    }),
  ]),
);
export type RememberedAutomation = t.TypeOf<typeof RememberedAutomation>;

/** A change of state that a caller requests. */
export const automationTransitions = ['start', 'pause', 'resume', 'stop'] as const;
export type AutomationTransition = (typeof automationTransitions)[number];

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

type FailurePolicy = Pick<AutomationDefinition, 'onFailure' | 'retry'>;

/** Pause before a failed step is attempted again, in milliseconds; undefined if it isn't (AUTOMATION-12). `attempts`: from 1. */
export const retryPauseMs = ({ onFailure, retry = {} }: FailurePolicy, attempts: number): number | undefined => {
  const { count = defaultRetries, pauseMs = defaultRetryPauseMs } = retry;
  return onFailure === 'retry' && attempts <= count ? pauseMs : undefined;
};

/** Whether the automation waits for its next trigger after a failed run (AUTOMATION-12). */
export const continuesAfterFailure = ({ onFailure, retry }: FailurePolicy): boolean =>
  onFailure === 'continue' || retry?.then === 'continue';

/** The shortest pause after a failed run, in milliseconds. */
const minPauseAfterFailureMs = 1_000;

/** Pause until the next run of an automation with a pause between runs, in milliseconds (AUTOMATION-16). */
export const pauseAfterRunMs = (everyMs: number, hasFailed: boolean): number =>
  hasFailed ? Math.max(everyMs, minPauseAfterFailureMs) : everyMs;

/** What a trigger does that fires while the previous run goes on (AUTOMATION-20). `isQueued`: whether one waits already. */
export const duringRun = (
  { whileRunning = 'ignore' }: Pick<AutomationDefinition, 'whileRunning'>,
  isQueued: boolean,
): 'missed' | 'restarts' | 'waits' => {
  if (whileRunning === 'restart') return 'restarts';
  return whileRunning === 'queue' && !isQueued ? 'waits' : 'missed';
};
