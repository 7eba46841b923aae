// Changes of several devices at once: all of them, or none.
import * as E from 'fp-ts/lib/Either.js';
import { comparable } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { conflicting, failure, type Failure } from '../failure.js';
import {
  findDevice,
  maxDevices,
  newDevice,
  withSettings,
  type Devices,
  type DeviceSettings,
  type IssuedToken,
} from './device.js';

/** The settings that several devices can have in common: all but the name, which is unique. */
export type SharedSettings = Omit<DeviceSettings, 'name'>;

/** A device that is added: its settings, its id, and the token that was made for it. */
export interface AddedDevice {
  readonly settings: DeviceSettings;
  readonly id: string;
  readonly token: IssuedToken;
}

/** Revokes the devices with these ids. One that is no longer on the list is left out: its token is unknown (DEVICE-16). */
export const revokeDevices = (ids: readonly string[]) => {
  const chosen = new Set(ids);
  return (devices: Devices): E.Either<never, Devices> =>
    E.right(devices.map((device) => (chosen.has(device.id) ? { ...device, state: 'revoked' } : device)));
};

/** Changes settings of the devices with these ids. Fails with `not_found` if one isn't on the list (DEVICE-17). */
export const changeDevices =
  (ids: readonly string[], changes: Partial<SharedSettings>) =>
  (devices: Devices): E.Either<Failure, Devices> => {
    const known = new Set(devices.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) return findDevice(devices, unknown) as E.Left<Failure>;
    const chosen = new Set(ids);
    return E.right(devices.map((device) => (chosen.has(device.id) ? withSettings(device, changes) : device)));
  };

/** Returns an issue for each name that is taken, or that an earlier added device has. */
const takenNames = (devices: Devices, added: readonly AddedDevice[]): readonly Issue[] => {
  const listed = new Set(devices.map(({ name }) => comparable(name)));
  const earlier = new Set<string>();
  return added.flatMap(({ settings: { name } }, place) => {
    const form = comparable(name);
    const owner = listed.has(form) ? 'device on the list' : earlier.has(form) ? 'earlier entry' : undefined;
    earlier.add(form);
    return owner === undefined
      ? []
      : [{ path: `devices[${String(place)}].name`, expected: `a name that no ${owner} has`, got: `"${name}"` }];
  });
};

/** Adds active devices. Fails with `conflict` if a name is taken or occurs twice, or if the list would be too long (DEVICE-18). */
export const addDevices =
  (added: readonly AddedDevice[]) =>
  (devices: Devices): E.Either<Failure, Devices> => {
    const surplus = devices.length + added.length - maxDevices;
    if (surplus > 0)
      return E.left(
        failure(
          'conflict',
          `the studio has ${String(devices.length)} devices and can have ${String(maxDevices)}: ${String(surplus)} of ${String(added.length)} don't fit`,
        ),
      );
    const taken = takenNames(devices, added);
    if (taken.length > 0) return E.left(conflicting(taken));
    return E.right([...devices, ...added.map(({ settings, id, token }) => newDevice(settings, id, token))]);
  };
