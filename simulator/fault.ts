// The faults a device can be given, one at a time. Each holds for the commands that reach the device while it lasts.
import * as t from 'io-ts';
import { integer } from '../domain/codec/codec.js';

/** The longest lateness, milliseconds. */
const latestMs = 600_000;

const plain = <Type extends string>(type: Type) => t.readonly(t.strict({ type: t.literal(type) }));

/**
 * - `late`: it obeys at once, but its answers and reports come `delayMs` (1 to 600000) milliseconds later;
 * - `lost`: it obeys, but neither answer nor report arrives;
 * - `duplicate`: whatever it says is said twice;
 * - `refused`: it answers that it can't, and nothing changes;
 * - `offline`: it isn't connected;
 * - `frozen`: it stays connected and does nothing; once it thaws it obeys what has queued up;
 * - `ineffective`: it takes every command and nothing comes of it: a clip that can't be decoded, a relay that sticks;
 * - `broken`: not the device but its driver: whatever is asked or told through it throws.
 */
export const InjectedFault = t.union(
  [
    t.readonly(t.strict({ type: t.literal('late'), delayMs: integer(1, latestMs) })),
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
