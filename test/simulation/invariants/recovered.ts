// When faults have ended and time has passed, everything works again, and service and console agree.
import { targetNamed } from '../targets.js';
import type { Evidence, Invariant, MadeCall } from '../evidence.js';

/** A status from 500 on means that the service didn't serve a call. */
const firstFailure = 500;

/** The calls after all faults. */
const lastCallsOf = ({ calls, final }: Evidence): readonly MadeCall[] =>
  calls.filter(({ startedAtMs }) => startedAtMs >= (final?.quietSinceMs ?? Infinity));

const isServed = ({ end }: MadeCall): boolean => end?.how === 'answered' && end.status < firstFailure;

const isDoneAction = ({ plan, end }: MadeCall): boolean => {
  const { route } = targetNamed(plan.target);
  return 'access' in route && route.access === 'control' && end?.how === 'answered' && end.status === 200;
};

/** Every call after all faults is served, and an action of a panel that may do everything succeeds. */
const notServed = (evidence: Evidence): readonly string[] => {
  const last = lastCallsOf(evidence);
  return [
    ...last
      .filter((call) => !isServed(call))
      .map(({ number, plan, end }) => `call ${String(number)} (${plan.target}) ended with ${JSON.stringify(end)}`),
    ...(evidence.final !== undefined && !last.some(isDoneAction) ? ['no action succeeds after all faults'] : []),
  ];
};

/** Every call ends, and every action. What comes after the faults is served. */
export const nothingHangs: Invariant = (evidence) => [...notServed(evidence), ...unfinished(evidence)];

const unfinished: Invariant = ({ calls, final, restarts }) => [
  ...calls
    .filter(({ end }) => end === undefined)
    .map(({ number, plan }) => `call ${String(number)} (${plan.target}) never ended`),
  ...(final?.actions ?? [])
    .filter(({ state }) => state === 'pending')
    .map(({ id }) => `the action ${id} is still pending`),
  ...(final?.followers ?? []).filter(({ isOpen }) => !isOpen).map(({ name }) => `the stream of ${name} is closed`),
  ...(final?.snapshots ?? [])
    .filter(({ connected }) => !connected)
    .map(({ id }) => `the device ${id} is not connected`),
  ...restarts
    .filter(({ startedAtMs }) => startedAtMs === undefined)
    .map(({ how }) => `the service didn't start after: ${how}`),
  ...(final === undefined ? ['service and console could not be read at the end'] : []),
];

/** The console shows the version that the service enforces. */
export const consoleAndServiceAgree: Invariant = ({ final, calls }) => {
  if (final === undefined) return [];
  const { desired, applied, connected } = final.versions;
  const enforced = calls.filter(({ startedAtMs }) => startedAtMs >= final.quietSinceMs);
  return [
    ...(connected ? [] : ['the console shows the service as not connected']),
    ...(applied === desired ? [] : [`the console shows version ${String(applied)} of ${String(desired)}`]),
    ...enforced
      .filter(({ versionBefore }) => versionBefore !== desired)
      .map(
        ({ number, versionBefore }) =>
          `call ${String(number)} was judged by version ${String(versionBefore)} of ${String(desired)}`,
      ),
  ];
};
