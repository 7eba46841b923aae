// The control device: its settings, and its states from active over revoked to removed.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { parseAddress } from '../access/address.js';
import { OperationCalls } from '../access/operation-limit.js';
import { TokenHash } from '../access/token.js';
import { boundedListOf, comparable, integer, looseText, oneOf, refined, text } from '../codec/codec.js';
import { UtcTime } from '../codec/utc-time.js';
import { withDefault } from '../codec/with-default.js';
import { failure, type Failure } from '../failure.js';
import { features } from '../feature.js';

/** Maximum number of devices of a studio, active and revoked ones together (CONFIG-13). */
export const maxDevices = 2_000;

/** Maximum number of names in a device's feature list. A name may occur twice, so this is above the number of features. */
const maxFeatureNames = 64;

/** A single IPv4 or IPv6 address as text. */
export const FixedAddress = refined(t.string, (value) => O.isSome(parseAddress(value)), 'an IPv4 or IPv6 address');

const timeOrNull = t.union([UtcTime, t.null]);

const panelOrNull = t.union([text(1, 64), t.null]);

const settingsWith = <Expiry extends t.Mixed>(name: t.Type<string>, expiresAt: Expiry) => ({
  name,
  access: oneOf('read_only', 'read_and_control'),
  /** Pins the device to one station. */
  station: t.union([name, t.null]),
  /** The token works from this address only. */
  fixedAddress: t.union([FixedAddress, t.null]),
  /** Empty: every feature. */
  features: boundedListOf(oneOf(...features), maxFeatureNames),
  /** When the token expires; null: never (TOKEN-12). */
  expiresAt,
});

/** The settings of a device that an operator changes (CONSOLE-10). */
export const DeviceSettings = t.readonly(
  t.type({
    ...settingsWith(text(1, 64), timeOrNull),
    /** The panel that it is limited to, by its id in the studio file: it may call what the buttons call (LIMIT-3). */
    panel: panelOrNull,
    /** The operations that it is limited to, besides those of its panel; empty: no such limit (LIMIT-1). */
    operations: OperationCalls,
  }),
);

/** The same settings as they are stored: names from before CONSOLE-25, and settings without later fields, remain readable. */
export const StoredDeviceSettings = t.readonly(
  t.type({
    ...settingsWith(looseText(1, 64), withDefault(timeOrNull, null)),
    panel: withDefault(panelOrNull, null),
    operations: withDefault(OperationCalls, []),
  }),
);
export type DeviceSettings = t.TypeOf<typeof DeviceSettings>;

/** The token before the present one. It works until its end, unless it is revoked earlier (TOKEN-16, TOKEN-17). */
export const OldToken = t.readonly(
  t.type({ tokenHash: TokenHash, state: oneOf('active', 'revoked'), endsAt: UtcTime }),
);
export type OldToken = t.TypeOf<typeof OldToken>;

/** A device on the list. Only the hashes of its tokens are stored. Fields with a default are absent in older documents. */
export const Device = t.readonly(
  t.intersection([
    StoredDeviceSettings,
    t.type({
      id: text(1, 64),
      state: oneOf('active', 'revoked'),
      tokenHash: TokenHash,
      /** When the token was made; null if that was not recorded. */
      issuedAt: withDefault(timeOrNull, null),
      /** 1 for the first token; each replacement has the next number. */
      tokenNumber: withDefault(integer(1, 2 ** 32), 1),
      /** Null if the token was never replaced. */
      oldToken: withDefault(t.union([OldToken, t.null]), null),
    }),
  ]),
);
export type Device = t.TypeOf<typeof Device>;

/** A token that was just made. */
export interface IssuedToken {
  readonly tokenHash: TokenHash;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
}

/** The devices of one studio. */
export type Devices = readonly Device[];

const nameTaken = (devices: Devices, name: string, except?: string): boolean =>
  devices.some((device) => device.id !== except && comparable(device.name) === comparable(name));

const nameConflict = (name: string): Failure => failure('conflict', `a device named "${name}" is already on the list`);

/** Returns the device with an id, or `not_found`. */
export const findDevice = (devices: Devices, id: string): E.Either<Failure, Device> =>
  E.fromNullable(failure('not_found', `no device has the id "${id}"`))(devices.find((device) => device.id === id));

/** Returns the devices with a changed one in its place. */
export const withDevice = (devices: Devices, changed: Device): Devices =>
  devices.map((device) => (device.id === changed.id ? changed : device));

const listIsFull = failure(
  'conflict',
  `the studio has ${String(maxDevices)} devices, and can't have more; remove one that isn't needed`,
);

/** Returns an active device with its first token. */
export const newDevice = (settings: DeviceSettings, id: string, token: IssuedToken): Device => ({
  ...settings,
  id,
  state: 'active',
  ...token,
  tokenNumber: 1,
  oldToken: null,
});

const tokenTaken = failure('conflict', 'a device has this token already');

const isTokenOf = ({ tokenHash, oldToken }: Device, hash: TokenHash): boolean =>
  tokenHash === hash || oldToken?.tokenHash === hash;

/**
 * Adds an active device. Names are unique in a studio, ignoring case and width (DEVICE-13). A studio has at most
 * 2,000 devices (CONFIG-13).
 */
export const addDevice =
  (settings: DeviceSettings, id: string, token: IssuedToken) =>
  (devices: Devices): E.Either<Failure, Devices> => {
    if (devices.length >= maxDevices) return E.left(listIsFull);
    if (devices.some((device) => isTokenOf(device, token.tokenHash))) return E.left(tokenTaken);
    return nameTaken(devices, settings.name)
      ? E.left(nameConflict(settings.name))
      : E.right([...devices, newDevice(settings, id, token)]);
  };

/** Returns a device with changed settings. Keeps id, state and tokens, even where the changes contain them. */
export const withSettings = (device: Device, changes: Partial<DeviceSettings>): Device => {
  const { id, state, tokenHash, issuedAt, tokenNumber, oldToken } = device;
  return { ...device, ...changes, id, state, tokenHash, issuedAt, tokenNumber, oldToken };
};

/** Changes the settings of a device. A name that stays is not compared: stored ones may look alike. */
export const changeDevice =
  (id: string, changes: Partial<DeviceSettings>) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      findDevice(devices, id),
      E.map((device) => withSettings(device, changes)),
      E.filterOrElse(
        ({ name }) => changes.name === undefined || !nameTaken(devices, name, id),
        ({ name }) => nameConflict(name),
      ),
      E.map((changed) => withDevice(devices, changed)),
    );

/** Revokes a device's token. The device stays on the list (DEVICE-8). Revoking twice changes nothing. */
export const revokeDevice =
  (id: string) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      findDevice(devices, id),
      E.map((device) => withDevice(devices, { ...device, state: 'revoked' })),
    );

/** Removes an active or revoked device from the list. */
export const removeDevice =
  (id: string) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      findDevice(devices, id),
      E.map((removed) => devices.filter((device) => device !== removed)),
    );
