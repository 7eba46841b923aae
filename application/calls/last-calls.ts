// The last call of every device that the console hasn't acknowledged yet, in memory: one for each device.
import type { DeviceCall } from '../../domain/access/report.js';
import { rateLimit } from './rate-limit.js';

/** Last calls on their way to the console. */
export interface LastCalls {
  /** Notes a call, unless a newer one is known; gives when it may be reported, milliseconds since 1970 UTC. */
  readonly note: (call: DeviceCall, now: number) => number;
  /** All that isn't acknowledged. */
  readonly all: () => readonly DeviceCall[];
  /** Those that may be reported at `now`. */
  readonly due: (now: number) => readonly DeviceCall[];
  /** When the next may be reported; `Infinity` for none. */
  readonly dueAt: (now: number) => number;
  /** Forgets calls, as `due` or `all` gave them, that the console has; one that was made since then stays. */
  readonly acknowledge: (calls: readonly DeviceCall[], now: number) => void;
}

/** Begins with what was left unacknowledged. */
export const lastCalls = (left: readonly DeviceCall[]): LastCalls => {
  const calls = new Map(left.map((call) => [call.device, call]));
  const pacing = rateLimit();
  return {
    note: (call, now) => {
      const known = calls.get(call.device);
      if (known === undefined || known.time <= call.time) calls.set(call.device, call);
      return pacing.dueAt(call.device, now);
    },
    all: () => [...calls.values()],
    due: (now) => [...calls.values()].filter(({ device }) => pacing.dueAt(device, now) <= now),
    dueAt: (now) => {
      let earliest = Infinity;
      for (const device of calls.keys()) earliest = Math.min(earliest, pacing.dueAt(device, now));
      return earliest;
    },
    acknowledge: (acknowledged, now) => {
      for (const call of acknowledged) {
        if (calls.get(call.device) === call) calls.delete(call.device);
        pacing.markSent(call.device, now);
      }
    },
  };
};
