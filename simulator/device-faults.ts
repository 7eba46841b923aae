// Sets the faults of simulated devices, and refuses those that a device can't have.
import * as E from 'fp-ts/lib/Either.js';
import { failure, invalid, type Failure } from '../domain/failure.js';
import { canBeLimited, type InjectedFault } from './fault.js';
import type { DeviceSnapshot } from './simulated-world.js';

/** A device that can have faults. */
export interface FaultyDevice {
  readonly id: string;
  readonly snapshot: () => DeviceSnapshot;
  readonly setFault: (fault: InjectedFault | null) => void;
}

/** The faults of a studio's devices. */
export interface DeviceFaults {
  /**
   * Sets the fault of a device; null for none. Fails with `not_found` for an unknown device, with `conflict` if the device
   * can't have the fault, and with `invalid_parameter` if the fault can't be limited to a number of commands.
   */
  readonly setFault: (device: string, fault: InjectedFault | null) => E.Either<Failure, DeviceSnapshot>;
  /** Returns why `setFault` would fail; undefined if it wouldn't. */
  readonly checkFault: (device: string, fault: InjectedFault | null) => Failure | undefined;
}

const impossibleFault = ({ faults }: DeviceSnapshot, { type }: InjectedFault): Failure =>
  failure('conflict', `the device can't have the fault ${type}; expected one of ${faults.join(', ')}`);

const unlimitedFault = ({ faults }: DeviceSnapshot, { type }: InjectedFault): Failure => {
  const limited = faults.filter((one) => canBeLimited(one, faults)).join(', ');
  return invalid([
    { path: 'commands', expected: `no limit for the fault ${type}; this device can have a limit for ${limited}` },
  ]);
};

const deviceFor = (
  all: readonly FaultyDevice[],
  id: string,
  fault: InjectedFault | null,
): E.Either<Failure, FaultyDevice> => {
  const device = all.find((one) => one.id === id);
  if (device === undefined) return E.left(failure('not_found', `there is no device "${id}"`));
  const snapshot = device.snapshot();
  if (fault !== null && !snapshot.faults.includes(fault.type)) return E.left(impossibleFault(snapshot, fault));
  if (fault?.commands !== undefined && !canBeLimited(fault.type, snapshot.faults))
    return E.left(unlimitedFault(snapshot, fault));
  return E.right(device);
};

/** Returns the faults of devices. */
export const deviceFaultsOf = (all: () => readonly FaultyDevice[]): DeviceFaults => ({
  setFault: (id, fault) => {
    const device = deviceFor(all(), id, fault);
    if (E.isLeft(device)) return device;
    device.right.setFault(fault);
    return E.right(device.right.snapshot());
  },
  checkFault: (id, fault) => {
    const device = deviceFor(all(), id, fault);
    return E.isLeft(device) ? device.left : undefined;
  },
});
