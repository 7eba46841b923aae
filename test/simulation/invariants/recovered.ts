// When faults have ended and time has passed, everything works again, and service and console agree.
import type { Invariant } from '../evidence.js';

/** Every call ends, and every action. */
export const nothingHangs: Invariant = ({ calls, final, restarts }) => [
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
