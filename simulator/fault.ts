// The faults of simulated devices. A device has at most one, and it affects the commands that reach the device meanwhile.
import * as t from 'io-ts';
import { described, integer } from '../domain/codec/codec.js';

/** Longest delay of the faults `late` and `osc_late`, in milliseconds. */
const maxDelayMs = 600_000;

/** Most commands that a fault can be limited to. */
const maxCommands = 1_000;

/** The number of commands after which a fault ends. */
export const FaultCommands = described(integer(1, maxCommands), {
  description: 'The fault ends after this many commands. Without it, the fault lasts until it is removed',
});

/** The delay of a fault, in milliseconds. */
export const DelayMs = integer(1, maxDelayMs);

const limit = t.partial({ commands: FaultCommands });

const plain = <Type extends string>(type: Type) =>
  t.readonly(t.intersection([t.type({ type: t.literal(type) }), limit]));

const delayed = <Type extends string>(type: Type) =>
  t.readonly(t.intersection([t.type({ type: t.literal(type), delayMs: DelayMs }), limit]));

/** Faults that every device can have, except `broken`. */
const commonFaults = ['late', 'lost', 'duplicate', 'refused', 'offline', 'frozen', 'ineffective'] as const;

/** Faults of the network between a CasparCG server and its OSC clients. AMCP is not affected. */
const oscFaults = ['osc_silent', 'osc_gaps', 'osc_late', 'osc_doubled', 'osc_reordered', 'osc_forged'] as const;

/** The faults of a device without a real driver. */
export const deviceFaults = [...commonFaults, 'broken'] as const;

/** The faults of a simulated CasparCG server, which has a real driver. */
export const serverFaults = [...commonFaults, ...oscFaults] as const;

/**
 * - `late`: executes at once, but replies and reports are delayed by `delayMs` (1 to 600000) milliseconds;
 * - `lost`: executes, but no reply or report arrives;
 * - `duplicate`: sends every reply and report twice;
 * - `refused`: refuses every command, and its state doesn't change;
 * - `offline`: isn't connected;
 * - `frozen`: stays connected and does nothing; executes the queued commands when the fault ends;
 * - `ineffective`: accepts every command, but its state doesn't change, as with a clip that can't be decoded;
 * - `broken`: a fault of the driver instead of the device: every call of the driver throws;
 * - `osc_silent`: no OSC datagram arrives;
 * - `osc_gaps`: every second datagram of a channel is lost;
 * - `osc_late`: every datagram arrives `delayMs` (1 to 600000) milliseconds later;
 * - `osc_doubled`: every datagram arrives twice, the second time after the next one;
 * - `osc_reordered`: every second datagram of a channel arrives after the next one;
 * - `osc_forged`: others arrive besides from 127.0.0.2, which claim that every clip runs, or that none does.
 */
export const InjectedFault = t.union(
  [
    delayed('late'),
    plain('lost'),
    plain('duplicate'),
    plain('refused'),
    plain('offline'),
    plain('frozen'),
    plain('ineffective'),
    plain('broken'),
    plain('osc_silent'),
    plain('osc_gaps'),
    delayed('osc_late'),
    plain('osc_doubled'),
    plain('osc_reordered'),
    plain('osc_forged'),
  ],
  `an object whose type is one of ${[...deviceFaults, ...oscFaults].join(', ')}`,
);
export type InjectedFault = t.TypeOf<typeof InjectedFault>;
export type FaultType = InjectedFault['type'];

/** Whether a fault has a delay. */
export const isDelayed = (type: FaultType): boolean => type === 'late' || type === 'osc_late';

/** Faults that can be limited to a number of commands: those that end one command after the other. */
export const limitable: ReadonlySet<FaultType> = new Set([
  'late',
  'lost',
  'duplicate',
  'refused',
  'offline',
  'ineffective',
  'broken',
]);

/** Whether a device with these faults can have one that is limited. No command reaches an `offline` server, so none counts. */
export const canBeLimited = (type: FaultType, faults: readonly FaultType[]): boolean =>
  limitable.has(type) && !(type === 'offline' && faults === serverFaults);

/** Returns the fault after one more command; null when it has ended. */
export const faultAfterCommand = (fault: InjectedFault): InjectedFault | null => {
  const { commands } = fault;
  if (commands === undefined) return fault;
  return commands > 1 ? { ...fault, commands: commands - 1 } : null;
};

/** The error codes that callers see because of a fault; null where they see no difference. */
export const faultErrors = {
  late: 'ack_timeout',
  lost: 'ack_timeout',
  duplicate: null,
  refused: 'device_error',
  offline: 'device_unavailable',
  frozen: 'ack_timeout',
  ineffective: 'device_error',
  broken: 'device_error',
  osc_silent: null,
  osc_gaps: null,
  osc_late: 'ack_timeout',
  osc_doubled: null,
  osc_reordered: null,
  osc_forged: null,
} as const satisfies Record<FaultType, string | null>;
