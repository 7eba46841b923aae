// The last call of each device that the console has not acknowledged yet, in memory.
import type { DeviceCall } from '../../domain/access/report.js';
import { rateLimit } from './rate-limit.js';

/** Last calls of devices that are still to be reported. All times are in milliseconds since 1970 UTC. */
export interface LastCalls {
  /** Records a call unless a newer one is known. Returns when it may be reported. */
  readonly record: (call: DeviceCall, now: number) => number;
  /** Returns all calls that are not acknowledged. */
  readonly all: () => readonly DeviceCall[];
  /** Returns the calls that may be reported at `now`. */
  readonly due: (now: number) => readonly DeviceCall[];
  /** Returns when the next call may be reported; `Infinity` if there is none. */
  readonly dueAt: (now: number) => number;
  /** Removes calls that `due` or `all` returned and the console has received. A newer call of the same device stays. */
  readonly acknowledge: (calls: readonly DeviceCall[], now: number) => void;
}

/** Returns last calls that start with those an earlier run stored. */
export const lastCalls = (stored: readonly DeviceCall[]): LastCalls => {
  const calls = new Map(stored.map((call) => [call.device, call]));
  const limit = rateLimit();
  return {
    record: (call, now) => {
      const known = calls.get(call.device);
      if (known === undefined || known.time <= call.time) calls.set(call.device, call);
      return limit.dueAt(call.device, now);
    },
    all: () => [...calls.values()],
    due: (now) => [...calls.values()].filter(({ device }) => limit.dueAt(device, now) <= now),
    dueAt: (now) => {
      let earliest = Infinity;
      for (const device of calls.keys()) earliest = Math.min(earliest, limit.dueAt(device, now));
      return earliest;
    },
    acknowledge: (acknowledged, now) => {
      for (const call of acknowledged) {
        if (calls.get(call.device) === call) calls.delete(call.device);
        limit.markSent(call.device, now);
      }
    },
  };
};
