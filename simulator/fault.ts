// The faults of simulated devices. A device has at most one, and it affects the commands that reach the device meanwhile.
import * as t from 'io-ts';
import { integer } from '../domain/codec/codec.js';

/** Longest delay of the fault `late`, in milliseconds. */
const maxDelayMs = 600_000;

const plain = <Type extends string>(type: Type) => t.readonly(t.strict({ type: t.literal(type) }));

/**
 * - `late`: executes at once, but replies and reports are delayed by `delayMs` (1 to 600000) milliseconds;
 * - `lost`: executes, but no reply or report arrives;
 * - `duplicate`: sends every reply and report twice;
 * - `refused`: refuses every command, and its state doesn't change;
 * - `offline`: isn't connected;
 * - `frozen`: stays connected and does nothing; executes the queued commands when the fault ends;
 * - `ineffective`: accepts every command, but its state doesn't change, as with a clip that can't be decoded;
 * - `broken`: a fault of the driver instead of the device: every call of the driver throws.
 */
export const InjectedFault = t.union(
  [
    t.readonly(t.strict({ type: t.literal('late'), delayMs: integer(1, maxDelayMs) })),
    plain('lost'),
    plain('duplicate'),
    plain('refused'),
    plain('offline'),
    plain('frozen'),
    plain('ineffective'),
    plain('broken'),
  ],
  'an object whose type is one of late, lost, duplicate, refused, offline, frozen, ineffective, broken',
);
export type InjectedFault = t.TypeOf<typeof InjectedFault>;
export type FaultType = InjectedFault['type'];
