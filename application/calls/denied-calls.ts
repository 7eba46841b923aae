// Calls of devices that were refused although their tokens are valid: counted by address, device and reason, in memory.
import { maxDenied, maxRefusedCount, type CallAnswer, type DeniedCall } from '../../domain/access/report.js';
import type { Authorization } from '../../domain/access/authorization.js';

const forbidden = 403;

/** Returns why the call of a device was refused: the step or the error code; undefined if it wasn't refused (REPORT-10). */
export const denialReason = ({ step }: Pick<Authorization, 'step'>, answer: CallAnswer): string | undefined => {
  if (answer.error === 'station_mismatch') return answer.error;
  return answer.status === forbidden ? step.step : undefined;
};

const keyOf = ({ address, device, reason }: Omit<DeniedCall, 'count'>): string =>
  JSON.stringify([address, device, reason]);

/** Refused calls of devices that are not in a batch yet. */
export interface DeniedCalls {
  readonly count: (call: Omit<DeniedCall, 'count'>) => void;
  readonly all: () => readonly DeniedCall[];
  readonly clear: () => void;
}

/** Returns refused calls that start with those an earlier run stored. Beyond the limit, those whose last call is oldest are dropped. */
export const deniedCalls = (stored: readonly DeniedCall[] = []): DeniedCalls => {
  /** The one whose last call is oldest first. */
  const calls = new Map(stored.map((call) => [keyOf(call), call]));
  return {
    count: (call) => {
      const key = keyOf(call);
      const before = calls.get(key)?.count ?? 0;
      calls.delete(key);
      calls.set(key, { ...call, count: Math.min(maxRefusedCount, before + 1) });
      const [oldest] = calls.keys();
      if (calls.size > maxDenied && oldest !== undefined) calls.delete(oldest);
    },
    all: () => [...calls.values()],
    clear: () => {
      calls.clear();
    },
  };
};
