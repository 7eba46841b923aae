// What callers set, take and read has one order that all of them agree on, also across restarts and crashes.
import { errorCodeOf } from '../answers.js';
import type { Evidence, Invariant, MadeCall } from '../evidence.js';
import { shortestViolation, type Operation } from '../linearizability/checker.js';
import { register, type RegisterAction } from '../linearizability/register.js';
import { isCrash } from '../times.js';

/** How calls act on one object. */
interface History {
  readonly name: string;
  readonly initial: string;
  /** What a call does if it succeeds; undefined for calls of other objects. */
  readonly actionOf: (call: MadeCall, body: string) => RegisterAction | undefined;
  /** Whether the object is in the memory of the service, and not in a device. */
  readonly isStored: boolean;
}

const onTargets =
  (
    actions: Readonly<Record<string, (call: MadeCall, body: string) => RegisterAction | undefined>>,
  ): History['actionOf'] =>
  (call, body) =>
    actions[call.plan.target]?.(call, body);

const set = (value: string) => (): RegisterAction => ({ kind: 'set', value, isStored: true });
const take = (value: string) => (): RegisterAction => ({ kind: 'take', value, isStored: true });
const get = (_call: MadeCall, body: string): RegisterAction => ({ kind: 'get', value: body });

const histories: readonly History[] = [
  {
    name: 'the holder of the studio',
    initial: 'alpha',
    actionOf: onTargets({
      'take alpha': take('alpha'),
      'take bravo': take('bravo'),
      release: set(''),
      'read holder': get,
    }),
    isStored: true,
  },
  {
    name: 'the variable GuestCount',
    initial: '2',
    actionOf: onTargets({
      'set guests': ({ plan }) => ({ kind: 'set', value: plan.value ?? '', isStored: true }),
      'read guests': get,
    }),
    isStored: true,
  },
  {
    name: 'the signal door-lock',
    initial: '0',
    // The value of a signal whose device isn't connected is unknown.
    actionOf: onTargets({
      'signal on': set('1'),
      'signal off': set('0'),
      'read signal': (call, body) => (body === '' ? undefined : get(call, body)),
    }),
    isStored: false,
  },
];

/** An action that may have taken effect, and isn't promised to be on disk. */
const unpromised = (action: RegisterAction): RegisterAction =>
  'isStored' in action ? { ...action, isStored: false } : action;

/** Returns until when a call without an answer may take effect: until its service has ended. */
const lastEffectMs = ({ restarts }: Evidence, { run }: MadeCall, { isStored }: History): number => {
  const restart = restarts[run];
  if (!isStored || restart === undefined) return Infinity;
  return isCrash(restart) ? restart.endedAtMs : (restart.startedAtMs ?? Infinity);
};

type Operations = readonly Operation<RegisterAction>[];

const ofUnanswered = (evidence: Evidence, call: MadeCall, history: History): Operations => {
  const action = history.actionOf(call, '');
  if (action === undefined || action.kind === 'get' || call.plan.errors.length > 0) return [];
  const endedAt = lastEffectMs(evidence, call, history);
  return [{ action: unpromised(action), beganAt: call.startedAtMs, endedAt, isOptional: true }];
};

const operationsOf = (evidence: Evidence, call: MadeCall, history: History): Operations => {
  const { end, startedAtMs: beganAt } = call;
  if (end?.how !== 'answered') return ofUnanswered(evidence, call, history);
  const action = history.actionOf(call, end.body);
  if (action === undefined) return [];
  if (end.status === 200) return [{ action, beganAt, endedAt: end.atMs, isOptional: false }];
  if (end.status === 424) return ofUnanswered(evidence, call, history);
  const isConflict = action.kind === 'take' && errorCodeOf(end) === 'conflict';
  return isConflict
    ? [{ action: { kind: 'conflict', value: action.value }, beganAt, endedAt: end.atMs, isOptional: false }]
    : [];
};

/** After a stop, too, the service starts with what is on disk: while the disk is full, that is an earlier value. */
const restartsOf = ({ restarts }: Evidence): Operations =>
  restarts.map(({ endedAtMs, startedAtMs = Infinity }) => ({
    action: { kind: 'crash' },
    beganAt: endedAtMs,
    endedAt: startedAtMs,
    isOptional: false,
  }));

const inWords = ({ action, beganAt, endedAt, isOptional }: Operation<RegisterAction>): string =>
  `${JSON.stringify(action)} from ${String(beganAt)} to ${String(endedAt)}${isOptional ? ', or never' : ''}`;

/** The number of operations of a violation that the message shows. */
const shownOperations = 12;

/** The histories of station, variable and signal are linearizable. */
export const linearizable: Invariant = (evidence) =>
  histories.flatMap((history) => {
    const operations = evidence.calls.flatMap((call) => operationsOf(evidence, call, history));
    const all = history.isStored ? [...operations, ...restartsOf(evidence)] : operations;
    const violation = shortestViolation(register(history.initial), all);
    if (violation === undefined) return [];
    const last = violation.toSorted((a, b) => a.beganAt - b.beganAt).slice(-shownOperations);
    return [`no order explains the answers about ${history.name}:\n    ${last.map(inWords).join('\n    ')}`];
  });
