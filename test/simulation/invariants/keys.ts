// A call with an idempotency key acts once, and its repetitions get the first answer.
import type { LoggedCommand } from '../../../simulator/command-log.js';
import type { Evidence, Invariant, MadeCall, PublishedDevice } from '../evidence.js';
import { isCrash, wasDiskFull } from '../times.js';
import { leadsTo } from './commands.js';
import { hashOf } from './token-hash.js';

/** How long a key is kept, in milliseconds from its first call. */
const lifetimeMs = 600_000;

/** The lowest status of a refusal. */
const firstRefusal = 400;

type AnsweredCall = MadeCall & { readonly end: Extract<MadeCall['end'], { readonly how: 'answered' }> };

const isAnswered = (call: MadeCall): call is AnsweredCall => call.end?.how === 'answered';

/** Returns the calls of each address and key, in the order in which they began. */
const callsByKey = ({ calls }: Evidence): readonly (readonly MadeCall[])[] => [
  ...Map.groupBy(
    calls.filter(({ plan }) => plan.key !== undefined),
    ({ plan }) => JSON.stringify([plan.key, plan.address]),
  ).values(),
];

/** Returns since when the key of a call may be kept: the call may be a repetition itself, with a token replaced since. */
const keptSinceMs = (calls: readonly MadeCall[], { startedAtMs }: MadeCall): number =>
  Math.min(...calls.map((call) => call.startedAtMs).filter((at) => at > startedAtMs - lifetimeMs));

/** Returns each call with those of its caller that began after it, and ended while its key was kept. */
const repetitionsIn = (calls: readonly MadeCall[]): readonly (readonly [first: MadeCall, later: AnsweredCall])[] =>
  calls.flatMap((first, at) =>
    calls
      .slice(at + 1)
      .filter(isAnswered)
      .filter(({ token, end }) => token === first.token && end.atMs < keptSinceMs(calls, first) + lifetimeMs)
      .map((later) => [first, later] as const),
  );

/** Whether the service may have forgotten answers between two times: it crashed before they were on disk, or that was full. */
const hasForgotten = (evidence: Evidence, fromMs: number, untilMs: number): boolean =>
  evidence.restarts.some((restart) => {
    const { endedAtMs, goneAtMs = Infinity } = restart;
    if (goneAtMs < fromMs || endedAtMs > untilMs) return false;
    return isCrash(restart) || wasDiskFull(evidence, endedAtMs, goneAtMs);
  });

const sentBy = ({ commands }: Evidence, { end }: AnsweredCall): readonly LoggedCommand[] =>
  end.action === null ? [] : commands.filter(({ source }) => source?.action === end.action);

const hasSent = (evidence: Evidence, call: MadeCall): boolean => isAnswered(call) && sentBy(evidence, call).length > 0;

/**
 * Whether a call may have arrived before one that began earlier, and was refused: then it left its key free, and the other was
 * sent (IDEMPOTENCY-4). The network doesn't keep the order of calls. What begins after the command arrives after its call.
 */
const mayHaveBeenRefusedBefore = (evidence: Evidence, first: AnsweredCall, later: AnsweredCall): boolean => {
  const sentAtMs = Math.min(...sentBy(evidence, first).map(({ time }) => Date.parse(time)));
  const isRefusal = later.end.status >= firstRefusal && sentBy(evidence, later).length === 0;
  return isRefusal && later.startedAtMs <= sentAtMs;
};

/** Refusals that depend on the time of the repetition. A repetition is judged anew. */
const refusals: ReadonlySet<number> = new Set([401, 403, 503]);

const inWords = ({ number, plan: { target, key } }: MadeCall): string =>
  `call ${String(number)} (${target} with ${String(key)})`;

const answerOf = ({ end: { status, body, action } }: AnsweredCall): string => JSON.stringify([status, body, action]);

const judge = (first: AnsweredCall, later: AnsweredCall): readonly string[] => {
  if (first.plan.target !== later.plan.target)
    return later.end.status === 409
      ? []
      : [`${inWords(later)} has the key of ${inWords(first)}, and got ${answerOf(later)}`];
  if (answerOf(first) === answerOf(later)) return [];
  return [`${inWords(later)} repeats ${inWords(first)}: expected ${answerOf(first)}, got ${answerOf(later)}`];
};

/** Returns the panels that own the token of a call before and after it; null for none. */
const ownersOf = (
  { configurations }: Evidence,
  { token, versionBefore, end }: MadeCall,
): readonly (string | null)[] => {
  if (token === null) return [];
  const hash = hashOf(token);
  const isOwner = ({ tokenHash, oldToken }: PublishedDevice): boolean =>
    tokenHash === hash || oldToken?.tokenHash === hash;
  return [versionBefore, end?.how === 'answered' ? end.versionAfter : null].flatMap((version) => {
    const devices = configurations.get(version ?? 0)?.devices;
    return devices === undefined ? [] : [devices.find(isOwner)?.id ?? null];
  });
};

/**
 * Whether the service may have taken two calls for those of different callers (IDEMPOTENCY-8): a token that nobody owns yet, or
 * any more, may let in by address.
 */
const areApart = (evidence: Evidence, first: MadeCall, later: AnsweredCall): boolean => {
  const owners = [first, later].flatMap((call) => ownersOf(evidence, call));
  const senders = [first, later].filter(isAnswered).flatMap((call) => sentBy(evidence, call));
  return new Set(owners).size > 1 || new Set(senders.map(({ source }) => source?.caller)).size > 1;
};

/** A repetition gets the first answer; another call with the same key is a conflict. */
export const repetitionsGetTheFirstAnswer: Invariant = (evidence) =>
  callsByKey(evidence)
    .flatMap(repetitionsIn)
    .flatMap(([first, later]) => {
      if (!isAnswered(first) || !hasSent(evidence, first) || refusals.has(later.end.status)) return [];
      if (hasForgotten(evidence, first.startedAtMs, later.end.atMs) || areApart(evidence, first, later)) return [];
      return mayHaveBeenRefusedBefore(evidence, first, later) ? [] : judge(first, later);
    });

/**
 * Returns the commands of a call without an answer, whose action is unknown: those of its target that no answered call has
 * sent. None if another such call may have sent them.
 */
const sentUnanswered = ({ calls, commands }: Evidence, call: MadeCall): readonly LoggedCommand[] => {
  const mayHaveSent = ({ plan, startedAtMs, end }: MadeCall): boolean =>
    end?.how !== 'answered' &&
    plan.target === call.plan.target &&
    Math.abs(startedAtMs - call.startedAtMs) < lifetimeMs;
  if (calls.filter(mayHaveSent).length > 1) return [];
  const known = new Set(calls.filter(isAnswered).map(({ end }) => end.action));
  const sinceMs = call.startedAtMs;
  return commands.filter((command) => {
    const { source, time } = command;
    const sentAtMs = Date.parse(time);
    const isUnknown = typeof source?.action === 'string' && !known.has(source.action);
    return isUnknown && leadsTo(call.plan.target, command) && sentAtMs >= sinceMs && sentAtMs < sinceMs + lifetimeMs;
  });
};

/** Whether a command was under way at a time: its device had not ended it, or its acknowledgement was lost. */
const isUnderWay = ({ time, endedAt, fault }: LoggedCommand, atMs: number): boolean =>
  Date.parse(time) <= atMs && (endedAt === null || Date.parse(endedAt) >= atMs || fault === 'lost');

/**
 * Whether a caller waited for its call, whose command was under way and noted on disk, when the service crashed. Answers
 * that the service gave in the last moments before may be forgotten, also if they were lost on their way.
 */
const wasInterrupted = (evidence: Evidence, call: MadeCall): boolean => {
  const restart = evidence.restarts[call.run];
  if (call.end?.how !== 'failed' || restart === undefined || !isCrash(restart)) return false;
  const { endedAtMs } = restart;
  if (call.end.atMs < endedAtMs || wasDiskFull(evidence, call.startedAtMs, endedAtMs)) return false;
  return sentUnanswered(evidence, call).some((command) => isUnderWay(command, endedAtMs));
};

/** A key sends the commands of one call: also if the service is stopped meanwhile, or crashes while the call is under way. */
export const keysActOnce: Invariant = (evidence) =>
  callsByKey(evidence)
    .flatMap(repetitionsIn)
    .filter(([first, later]) => sentBy(evidence, later).length > 0 && !areApart(evidence, first, later))
    .filter(([first, later]) => {
      if (wasInterrupted(evidence, first)) return true;
      if (hasForgotten(evidence, first.startedAtMs, later.end.atMs)) return false;
      if (isAnswered(first)) return first.end.action !== later.end.action && hasSent(evidence, first);
      return sentUnanswered(evidence, first).length > 0;
    })
    .map(([first, later]) => `${inWords(first)} and ${inWords(later)} both sent commands`);
