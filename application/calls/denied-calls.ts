// Calls of devices that were refused although their tokens are valid: counted by address, device and reason, in memory.
import { addressOrUnknown, networkKey } from '../../domain/access/address.js';
import {
  isRefusal,
  maxDenied,
  maxDeniedAddresses,
  maxRefusedCount,
  type CallAnswer,
  type DeniedCall,
} from '../../domain/access/report.js';
import type { Authorization } from '../../domain/access/authorization.js';

/** Returns why the call of a device was refused: the step or the error code; undefined if it wasn't refused (REPORT-10). */
export const denialReason = ({ step }: Pick<Authorization, 'step'>, answer: CallAnswer): string | undefined => {
  if (!isRefusal(answer)) return undefined;
  return answer.error === 'station_mismatch' ? answer.error : step.step;
};

const networkOf = ({ address }: Pick<DeniedCall, 'address'>): string => networkKey(addressOrUnknown(address));

const keyOf = (call: Omit<DeniedCall, 'count'>): string => JSON.stringify([networkOf(call), call.device, call.reason]);

/** Refused calls of devices that are not in a batch yet. */
export interface DeniedCalls {
  readonly count: (call: Omit<DeniedCall, 'count'>) => void;
  readonly all: () => readonly DeniedCall[];
  readonly clear: () => void;
}

/**
 * Returns refused calls that start with those an earlier run stored. The addresses of a public IPv6 /64 count as one. Beyond the
 * limits, for all and for each device, those whose last call is oldest are dropped (REPORT-11).
 */
export const deniedCalls = (stored: readonly DeniedCall[] = []): DeniedCalls => {
  /** The one whose last call is oldest first. */
  const calls = new Map<string, DeniedCall>();

  /** Drops the oldest network of a device that has too many. */
  const limitDevice = (device: string): void => {
    const ofDevice = [...calls].filter(([, call]) => call.device === device);
    const networks = new Set(ofDevice.toReversed().map(([, call]) => networkOf(call)));
    const kept = new Set([...networks].slice(0, maxDeniedAddresses));
    for (const [key, call] of ofDevice) if (!kept.has(networkOf(call))) calls.delete(key);
  };

  const add = (call: DeniedCall): void => {
    const key = keyOf(call);
    const before = calls.get(key)?.count ?? 0;
    calls.delete(key);
    calls.set(key, { ...call, count: Math.min(maxRefusedCount, before + call.count) });
    if (before === 0) limitDevice(call.device);
    const [oldest] = calls.keys();
    if (calls.size > maxDenied && oldest !== undefined) calls.delete(oldest);
  };

  for (const call of stored) add(call);
  return {
    count: (call) => {
      add({ ...call, count: 1 });
    },
    all: () => [...calls.values()],
    clear: () => {
      calls.clear();
    },
  };
};
