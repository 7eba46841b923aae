// An automation: steps that run whenever their time has come, for as long as the automation runs.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, listOf, oneOf, refined, text, whole } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { singleFieldUnion } from '../codec/single-field-union.js';
import { Step } from './step.js';

const TimeOfDay = refined(
  t.string,
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'a time of day from 00:00 to 23:59',
);

/**
 * At a time of every day (`18:30`), at a minute of every hour (0 to 59), or over and over with a pause between (1 ms to a
 * day). Days and hours are those of the machine's time zone.
 */
export const Trigger = singleFieldUnion({
  timeOfDay: TimeOfDay,
  minuteOfHour: whole(0, 59),
  everyMs: whole(1, 86_400_000),
});
export type Trigger = t.TypeOf<typeof Trigger>;

/** An automation as the studio is laid out. */
export const AutomationDefinition = t.readonly(
  t.type({
    id: text(1, 64),
    /** The station whose automation it is. */
    station: text(1, 64),
    name: text(1, 128),
    trigger: Trigger,
    steps: listOf(Step),
  }),
);
export type AutomationDefinition = t.TypeOf<typeof AutomationDefinition>;

export const AutomationState = described(oneOf('stopped', 'running', 'paused', 'failed'), { examples: ['running'] });
export type AutomationState = t.TypeOf<typeof AutomationState>;

/** An automation as a caller reads it. */
export const Automation = described(
  t.readonly(t.type({ id: t.string, name: t.string, state: AutomationState }), 'Automation'),
  {
    description: 'An automation of the station',
    examples: [{ id: 'auto-1', name: 'Top of the hour', state: 'running' }],
  },
);
export type Automation = t.TypeOf<typeof Automation>;

/** What a caller may do to an automation. */
export type AutomationMove = 'start' | 'pause' | 'resume' | 'stop';

const moves: Readonly<
  Record<AutomationMove, { readonly from: readonly AutomationState[]; readonly to: AutomationState }>
> = {
  start: { from: ['stopped', 'failed'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['stopped', 'running', 'paused', 'failed'], to: 'stopped' },
};

/** The state after a move, or `conflict` where the present state doesn't allow it. */
export const moveAutomation = (
  { id }: AutomationDefinition,
  state: AutomationState,
  move: AutomationMove,
): E.Either<Failure, AutomationState> =>
  moves[move].from.includes(state)
    ? E.right(moves[move].to)
    : E.left(
        failure('conflict', `the automation "${id}" is ${state}; ${move} needs it ${moves[move].from.join(' or ')}`),
      );

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The same time tomorrow is a day away but where clocks change; a time that a change leaves out is as much later. */
const untilTimeOfDay = (timeOfDay: string, nowMs: number): number => {
  const [hours, minutes] = timeOfDay.split(':').map(Number);
  const due = new Date(nowMs);
  due.setHours(Number(hours), minutes, 0, 0);
  if (due.getTime() <= nowMs) due.setHours(Number(hours) + 24, minutes);
  return due.getTime() - nowMs;
};

const untilMinute = (minuteOfHour: number, nowMs: number): number => {
  const localMs = nowMs - new Date(nowMs).getTimezoneOffset() * minuteMs;
  const sinceMark = (((localMs - minuteOfHour * minuteMs) % hourMs) + hourMs) % hourMs;
  return hourMs - sinceMark;
};

/** How long from `nowMs` (since 1970 UTC) until a trigger fires, milliseconds; `ran` tells whether it has fired before. */
export const untilTrigger = (trigger: Trigger, nowMs: number, ran: boolean): number => {
  if ('everyMs' in trigger) return ran ? trigger.everyMs : 0;
  return 'timeOfDay' in trigger ? untilTimeOfDay(trigger.timeOfDay, nowMs) : untilMinute(trigger.minuteOfHour, nowMs);
};
