// Changes of several devices at once: all of them, or none.
import * as E from 'fp-ts/lib/Either.js';
import { comparable } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
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

/** The most faults that a failure lists; the rest is counted. */
const maxFaults = 20;

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

const faultsOf = (devices: Devices, added: readonly AddedDevice[]): readonly string[] => {
  const listed = new Set(devices.map(({ name }) => comparable(name)));
  const places = new Map<string, number>();
  return added.flatMap(({ settings: { name } }, place) => {
    const form = comparable(name);
    const first = places.get(form);
    if (first === undefined) places.set(form, place);
    if (listed.has(form)) return [`devices[${String(place)}].name: a device named "${name}" is already on the list`];
    return first === undefined ? [] : [`devices[${String(place)}].name: the same name as devices[${String(first)}]`];
  });
};

const listedFaults = (faults: readonly string[]): string => {
  const more = faults.length - maxFaults;
  return [...faults.slice(0, maxFaults), ...(more > 0 ? [`and ${String(more)} more`] : [])].join('; ');
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
    const faults = faultsOf(devices, added);
    if (faults.length > 0) return E.left(failure('conflict', listedFaults(faults)));
    return E.right([...devices, ...added.map(({ settings, id, token }) => newDevice(settings, id, token))]);
  };
