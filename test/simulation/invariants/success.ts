// No false success: a device did what an answer reports, and was sent no more than that.
import { isDeepStrictEqual } from 'node:util';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import type { Evidence, Invariant, MadeCall } from '../evidence.js';
import { targetNamed } from '../targets.js';
import { isCrash } from '../times.js';
import { clipOf, plays, repeatable } from './commands.js';

/** The targets of which one call sends one command. */
const oneCommand: ReadonlySet<string> = new Set([
  'signal on',
  'signal off',
  'red light on',
  'red light off',
  'toggle phone',
  'legacy signal on',
  'play opener',
  'play weather',
  'stop main',
  'recall close',
  'recall wide',
]);

const sentBy = (commands: readonly LoggedCommand[], action: string): readonly LoggedCommand[] =>
  commands.filter(({ source }) => source?.action === action);

/** Each pressed action sends at most one command. */
export const oneCommandEach: Invariant = ({ calls, commands }) =>
  calls.flatMap(({ number, plan, end }) => {
    if (end?.how !== 'answered' || end.action === null || !oneCommand.has(plan.target)) return [];
    const count = sentBy(commands, end.action).length;
    return count > 1 ? [`call ${String(number)} (${plan.target}) sent ${String(count)} commands`] : [];
  });

/** Returns when a command ended, in milliseconds since 1970 UTC; `Infinity` if it hasn't. */
const endedAtMs = ({ endedAt }: LoggedCommand): number => (endedAt === null ? Infinity : Date.parse(endedAt));

const isDone = (command: LoggedCommand, untilMs: number): boolean =>
  command.outcome === 'executed' && command.fault !== 'ineffective' && endedAtMs(command) <= untilMs;

/** The commands whose effect the devices have from the start. */
const initial: ReadonlySet<string> = new Set(['signal off', 'red light off', 'stop main']);

/** Whether the clip that a command has started is over. */
const isOver = (last: LoggedCommand, atMs: number): boolean =>
  Date.parse(last.time) + (clipOf(last)?.durationMs ?? Infinity) <= atMs;

const lastDoneBy = (commands: readonly LoggedCommand[], device: string, untilMs: number): LoggedCommand | undefined =>
  commands.filter((command) => command.device === device && isDone(command, untilMs)).at(-1);

/** Whether the device is at a time as the call wants it: by the last command that it did, or as at the start. */
const isAsWantedAt = ({ commands }: Evidence, { plan }: MadeCall, untilMs: number): boolean => {
  const wanted = repeatable[plan.target];
  const last = lastDoneBy(commands, wanted?.device ?? '', untilMs);
  if (last === undefined || isOver(last, untilMs)) return initial.has(plan.target);
  return isDeepStrictEqual(last.command, wanted?.command);
};

/** Returns since when what a device shows confirms a call: since its command ended, or since the call if it sent none. */
const confirmedFromMs = ({ startedAtMs }: MadeCall, own: readonly LoggedCommand[], untilMs: number): number =>
  own.length === 0 ? startedAtMs : Math.min(untilMs, ...own.map(endedAtMs));

/**
 * Whether the device showed what the call wants between its command and the answer. Another command may follow in this
 * time: a player that ignores a stop while nothing is on air is stopped, also if a clip starts before the answer arrives.
 */
const wasAsWanted = (evidence: Evidence, call: MadeCall, own: readonly LoggedCommand[], untilMs: number): boolean => {
  const sinceMs = confirmedFromMs(call, own, untilMs);
  const changes = evidence.commands.map(endedAtMs).filter((at) => at > sinceMs && at <= untilMs);
  return [sinceMs, ...changes, untilMs].some((at) => isAsWantedAt(evidence, call, at));
};

/** Whether another call has started the same clip meanwhile: then the clip of both is on air. */
const wasPlayedMeanwhile = ({ commands }: Evidence, { plan, startedAtMs }: MadeCall, untilMs: number): boolean => {
  const last = lastDoneBy(commands, 'out-1', untilMs);
  const key = plays[plan.target];
  return key !== undefined && last !== undefined && clipOf(last)?.key === key && Date.parse(last.time) >= startedAtMs;
};

/** Whether a call repeats one whose service crashed after it had started the clip: the clip isn't started again. */
const repeatsAfterCrash = ({ commands, restarts }: Evidence, { plan }: MadeCall, untilMs: number): boolean => {
  const last = lastDoneBy(commands, 'out-1', untilMs);
  if (last === undefined || clipOf(last)?.key !== plays[plan.target] || isOver(last, untilMs)) return false;
  return restarts.some((one) => isCrash(one) && one.endedAtMs >= Date.parse(last.time) && one.endedAtMs <= untilMs);
};

/** How long after a crash a call isn't sent again that was under way, in milliseconds (CRASH-2). */
const guardedMs = 30_000;

/**
 * Whether a call repeats one that a crash interrupted: it isn't sent again, and is answered by what the device reported last. A
 * device whose reports were lost may do something else.
 */
const isAnsweredByReport = (evidence: Evidence, call: MadeCall, untilMs: number): boolean => {
  const { calls, commands, restarts } = evidence;
  const crashes = restarts.filter((one) => isCrash(one) && one.endedAtMs <= call.startedAtMs);
  const isSame = ({ plan: { target, address }, end }: MadeCall): boolean =>
    target === call.plan.target && address === call.plan.address && end?.how === 'failed';
  const wasInterrupted = crashes.some(({ endedAtMs }) =>
    calls.some((one) => isSame(one) && one.startedAtMs <= endedAtMs && one.startedAtMs >= call.startedAtMs - guardedMs),
  );
  const reported = commands.filter(({ fault }) => fault !== 'lost');
  return wasInterrupted && isAsWantedAt({ ...evidence, commands: reported }, call, untilMs);
};

/** Whether a call repeats one with its key, and got its answer: that call is judged. */
const repeatsWithKey = ({ calls }: Evidence, { number, plan, end }: MadeCall): boolean =>
  plan.key !== undefined &&
  end?.how === 'answered' &&
  calls.some((call) => call.number < number && call.end?.how === 'answered' && call.end.action === end.action);

type AnsweredEnd = Extract<MadeCall['end'], { readonly how: 'answered' }>;

/** Whether a success is true: by the call's own commands, by what the device showed, or by the call that it repeats. */
const isTrue = (evidence: Evidence, call: MadeCall, { atMs }: AnsweredEnd, own: readonly LoggedCommand[]): boolean =>
  own.some((command) => isDone(command, atMs)) ||
  wasAsWanted(evidence, call, own, atMs) ||
  wasPlayedMeanwhile(evidence, call, atMs) ||
  repeatsAfterCrash(evidence, call, atMs) ||
  (own.length === 0 && isAnsweredByReport(evidence, call, atMs)) ||
  repeatsWithKey(evidence, call);

/** An action is answered 200 only if its device did it. */
export const noFalseSuccess: Invariant = (evidence) =>
  evidence.calls.flatMap((call) => {
    const { number, plan, end } = call;
    if (end?.how !== 'answered' || end.status !== 200 || !oneCommand.has(plan.target)) return [];
    const own = sentBy(evidence.commands, end.action ?? '');
    if (isTrue(evidence, call, end, own)) return [];
    const { path } = targetNamed(plan.target);
    return [`call ${String(number)} (${path}) was answered 200, and its commands are ${JSON.stringify(own)}`];
  });
