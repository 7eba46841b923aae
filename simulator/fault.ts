// The faults of simulated devices. A device has at most one, and it affects the commands that reach the device meanwhile.
import * as t from 'io-ts';
import { integer } from '../domain/codec/codec.js';

/** Longest delay of the faults `late` and `osc_late`, in milliseconds. */
const maxDelayMs = 600_000;

const plain = <Type extends string>(type: Type) => t.readonly(t.strict({ type: t.literal(type) }));

const delayed = <Type extends string>(type: Type) =>
  t.readonly(t.strict({ type: t.literal(type), delayMs: integer(1, maxDelayMs) }));

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
