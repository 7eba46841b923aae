// Automations: steps that run whenever their trigger fires.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, listOf, oneOf, refined, text, integer } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { singleFieldUnion } from '../codec/single-field-union.js';
import { Step } from './step.js';

const TimeOfDay = refined(
  t.string,
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'a time of day from 00:00 to 23:59',
);

/**
 * A time of every day (`18:30`), a minute of every hour (0 to 59), or a pause between runs (1 ms to a day). Days and hours
 * follow the machine's time zone.
 */
export const Trigger = singleFieldUnion({
  timeOfDay: TimeOfDay,
  minuteOfHour: integer(0, 59),
  everyMs: integer(1, 86_400_000),
});
export type Trigger = t.TypeOf<typeof Trigger>;

/** An automation of the layout. */
export const AutomationDefinition = t.readonly(
  t.type({
    id: text(1, 64),
    /** The station that owns the automation. */
    station: text(1, 64),
    name: text(1, 128),
    trigger: Trigger,
    steps: listOf(Step),
  }),
);
export type AutomationDefinition = t.TypeOf<typeof AutomationDefinition>;

export const AutomationState = described(oneOf('stopped', 'running', 'paused', 'failed'), { examples: ['running'] });
export type AutomationState = t.TypeOf<typeof AutomationState>;

/** An automation, as callers read it. */
export const Automation = described(
  t.readonly(t.type({ id: t.string, name: t.string, state: AutomationState }), 'Automation'),
  {
    description: 'An automation of the station',
    examples: [{ id: 'auto-1', name: 'Top of the hour', state: 'running' }],
  },
);
export type Automation = t.TypeOf<typeof Automation>;

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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Uses calendar arithmetic, because a day isn't always 24 hours; a time that a clock change skips is as much later. */
const delayUntilTimeOfDay = (timeOfDay: string, nowMs: number): number => {
  const [hours, minutes] = timeOfDay.split(':').map(Number);
  const due = new Date(nowMs);
  due.setHours(Number(hours), minutes, 0, 0);
  if (due.getTime() <= nowMs) due.setHours(Number(hours) + 24, minutes);
  return due.getTime() - nowMs;
};

const delayUntilMinute = (minuteOfHour: number, nowMs: number): number => {
  const localMs = nowMs - new Date(nowMs).getTimezoneOffset() * minuteMs;
  const sinceMark = (((localMs - minuteOfHour * minuteMs) % hourMs) + hourMs) % hourMs;
  return hourMs - sinceMark;
};

/** Delay from `nowMs` (since 1970 UTC) until a trigger fires, in milliseconds. `hasFired`: whether it fired before. */
export const delayUntilTrigger = (trigger: Trigger, nowMs: number, hasFired: boolean): number => {
  if ('everyMs' in trigger) return hasFired ? trigger.everyMs : 0;
  return 'timeOfDay' in trigger
    ? delayUntilTimeOfDay(trigger.timeOfDay, nowMs)
    : delayUntilMinute(trigger.minuteOfHour, nowMs);
};
