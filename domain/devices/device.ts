// The control device: its settings, and its states from active over revoked to removed.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { parseAddress } from '../access/address.js';
import { TokenHash } from '../access/token.js';
import { boundedListOf, comparable, looseText, oneOf, refined, text } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { features } from '../feature.js';

/** Maximum number of devices of a studio, active and revoked ones together (CONFIG-13). */
export const maxDevices = 2_000;

/** Maximum number of names in a device's feature list. A name may occur twice, so this is above the number of features. */
const maxFeatureNames = 64;

/** A single IPv4 or IPv6 address as text. */
export const FixedAddress = refined(t.string, (value) => O.isSome(parseAddress(value)), 'an IPv4 or IPv6 address');

const settingsWith = (name: t.Type<string>) => ({
  name,
  access: oneOf('read_only', 'read_and_control'),
  /** Pins the device to one station. */
  station: t.union([name, t.null]),
  /** The token works from this address only. */
  fixedAddress: t.union([FixedAddress, t.null]),
  /** Empty: every feature. */
  features: boundedListOf(oneOf(...features), maxFeatureNames),
});

/** The settings of a device that an operator changes (CONSOLE-10). */
export const DeviceSettings = t.readonly(t.type(settingsWith(text(1, 64))));

/** The same settings as they are stored: names from before CONSOLE-25 remain readable. */
export const StoredDeviceSettings = t.readonly(t.type(settingsWith(looseText(1, 64))));
export type DeviceSettings = t.TypeOf<typeof DeviceSettings>;

/** A device on the list. Only the hash of its token is stored. */
export const Device = t.readonly(
  t.intersection([
    StoredDeviceSettings,
    t.type({ id: text(1, 64), state: oneOf('active', 'revoked'), tokenHash: TokenHash }),
  ]),
);
export type Device = t.TypeOf<typeof Device>;

/** The devices of one studio. */
export type Devices = readonly Device[];

const nameTaken = (devices: Devices, name: string, except?: string): boolean =>
  devices.some((device) => device.id !== except && comparable(device.name) === comparable(name));

const nameConflict = (name: string): Failure => failure('conflict', `a device named "${name}" is already on the list`);

const find = (devices: Devices, id: string): E.Either<Failure, Device> =>
  E.fromNullable(failure('not_found', `no device has the id "${id}"`))(devices.find((device) => device.id === id));

const replace = (devices: Devices, changed: Device): Devices =>
  devices.map((device) => (device.id === changed.id ? changed : device));

const listIsFull = failure(
  'conflict',
  `the studio has ${String(maxDevices)} devices, and can't have more; remove one that isn't needed`,
);

/**
 * Adds an active device. Names are unique in a studio, ignoring case and width (DEVICE-13). A studio has at most
 * 2,000 devices (CONFIG-13).
 */
export const addDevice =
  (settings: DeviceSettings, id: string, tokenHash: TokenHash) =>
  (devices: Devices): E.Either<Failure, Devices> => {
    if (devices.length >= maxDevices) return E.left(listIsFull);
    return nameTaken(devices, settings.name)
      ? E.left(nameConflict(settings.name))
      : E.right([...devices, { ...settings, id, state: 'active', tokenHash }]);
  };

/** Keeps id, state and token, even where the changes contain them. */
const withSettings = (device: Device, changes: Partial<DeviceSettings>): Device => {
  const { id, state, tokenHash } = device;
  return { ...device, ...changes, id, state, tokenHash };
};

/** Changes the settings of a device. A name that stays is not compared: stored ones may look alike. */
export const changeDevice =
  (id: string, changes: Partial<DeviceSettings>) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      find(devices, id),
      E.map((device) => withSettings(device, changes)),
      E.filterOrElse(
        ({ name }) => changes.name === undefined || !nameTaken(devices, name, id),
        ({ name }) => nameConflict(name),
      ),
      E.map((changed) => replace(devices, changed)),
    );

/** Revokes a device's token. The device stays on the list (DEVICE-8). Revoking twice changes nothing. */
export const revokeDevice =
  (id: string) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      find(devices, id),
      E.map((device) => replace(devices, { ...device, state: 'revoked' })),
    );

/** Removes an active or revoked device from the list. */
export const removeDevice =
  (id: string) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      find(devices, id),
      E.map((removed) => devices.filter((device) => device !== removed)),
    );
