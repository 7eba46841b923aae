// The access configuration: one codec for the console, the wire, the disk and the service.
import type * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { boundedListOf, comparable, integer, looseText, oneOf, refined, text, unique } from '../codec/codec.js';
import { decodeOrMessage } from '../codec/issues.js';
import { UtcTime } from '../codec/utc-time.js';
import { Device, maxDevices } from '../devices/device.js';
import { tokenHashesOf } from '../devices/device-tokens.js';
import { features, type Feature } from '../feature.js';
import { isWideRange, parseRange } from './address.js';

/** The label of callers admitted by Whole LAN (LAN-10). */
export const wholeLanLabel = 'whole-lan';

/** Whether a label looks like that of Whole LAN, in any case and with any dash (LAN-11). */
export const isWholeLanLabel = (label: string): boolean =>
  comparable(label)
    .trim()
    .replace(/\p{Pd}/gu, '-') === wholeLanLabel;

const shortText = text(1, 64);

/** The label of a listed entry, as an operator writes it. */
const Label = refined(shortText, (label) => !isWholeLanLabel(label), `${shortText.name}, other than ${wholeLanLabel}`);

/** Maximum number of entries under Listed devices (CONFIG-13). */
export const maxListedDevices = 2_000;

/** A listed entry of the Access section: an address or range whose callers need no token. */
export interface ListedEntry {
  readonly address: string;
  readonly label: string;
  /** Absent for an entry that doesn't expire, as in configurations of earlier versions (LAN-13). */
  readonly expiresAt?: string | undefined;
}

const listedEntryWith = (label: t.Type<string>): t.Type<ListedEntry> =>
  t.readonly(
    t.type({
      address: refined(t.string, (value) => O.isSome(parseRange(value)), 'an IPv4 or IPv6 address or CIDR range'),
      label,
      expiresAt: t.union([UtcTime, t.undefined]),
    }),
  ) as unknown as t.Type<ListedEntry>;

const accessSettingsWith = (label: t.Type<string>) =>
  t.readonly(
    t.type({
      apiEnabled: t.boolean,
      accessWithoutToken: oneOf('off', 'listed', 'whole_lan'),
      /** Addresses and CIDR ranges whose callers need no token. */
      listedDevices: boundedListOf(listedEntryWith(label), maxListedDevices),
      legacyAuthorization: t.boolean,
    }),
  );

/** The Access section of the console. */
export const AccessSettings = accessSettingsWith(Label);

/** The same section as it is stored: labels from before CONSOLE-25 and LAN-11 remain readable. */
export const StoredAccessSettings = accessSettingsWith(looseText(1, 64));
export type AccessSettings = t.TypeOf<typeof AccessSettings>;

const Switches = t.readonly(t.type({ read: t.boolean, control: t.boolean }));
type Switches = t.TypeOf<typeof Switches>;

const forEveryFeature = <A>(value: A): Record<Feature, A> =>
  Object.fromEntries(features.map((feature) => [feature, value])) as Record<Feature, A>;

/** The Features section: a Read and a Control switch for each of the eleven. */
export const FeatureSwitches = t.readonly(t.type(forEveryFeature(Switches)));
export type FeatureSwitches = Readonly<Record<Feature, Switches>>;

/** The Devices section. Ids, names and tokens are unique. */
export const DeviceList = [
  { keyOf: ({ id }: Device) => id, what: 'id' },
  { keyOf: ({ name }: Device) => name, what: 'name' },
  { keyOf: tokenHashesOf, what: 'token' },
].reduce<t.Type<readonly Device[]>>(
  (list, { keyOf, what }) => unique(list, keyOf, what),
  boundedListOf(Device, maxDevices),
);

/** The highest version (CONFIG-9). It is far below 2^53, where whole numbers stop being exact. */
export const maxVersion = 2 ** 48;

/** All settings that decide who may do what in one studio. */
export const AccessConfiguration = t.readonly(
  t.type({
    studioId: looseText(1, 64),
    /** Increases with every change. Only a version newer than the one in force is applied (CONFIG-4). */
    version: integer(0, maxVersion),
    access: StoredAccessSettings,
    features: FeatureSwitches,
    devices: DeviceList,
  }),
);
export type AccessConfiguration = t.TypeOf<typeof AccessConfiguration>;

/** Maximum length of the reason for which a service refuses a configuration, in characters. */
export const maxRefusalLength = 4_096;

/** Decodes a configuration, or returns a message with its issues, of which it lists at most 20 (CONFIG-14). */
export const readAccessConfiguration = (input: unknown): E.Either<string, AccessConfiguration> =>
  decodeOrMessage(AccessConfiguration, input);

/** Returns the configuration in force before any was received (SWITCH-9). */
export const defaultConfiguration = (studioId: string): AccessConfiguration => ({
  studioId,
  version: 0,
  access: { apiEnabled: true, accessWithoutToken: 'off', listedDevices: [], legacyAuthorization: true },
  features: forEveryFeature({ read: true, control: true }),
  devices: [],
});

/** Returns the configuration in force when all stored copies are corrupt. It admits only the host itself. */
export const lockedConfiguration = (studioId: string): AccessConfiguration => {
  const standard = defaultConfiguration(studioId);
  return { ...standard, access: { ...standard.access, legacyAuthorization: false } };
};

/** Whether an incoming configuration replaces the one in force: it is for the same studio, and newer (CONFIG-4, CONFIG-7). */
export const supersedes = (incoming: AccessConfiguration, inForce: AccessConfiguration): boolean =>
  incoming.studioId === inForce.studioId && incoming.version > inForce.version;

/** Returns when a listed entry ends, in milliseconds since 1970 UTC; `Infinity` for never (LAN-13). */
export const endOfEntry = ({ expiresAt }: Pick<ListedEntry, 'expiresAt'>): number =>
  expiresAt === undefined ? Infinity : Date.parse(expiresAt);

/** Returns the listed entries in use that admit public addresses of more than one site (LAN-12). */
export const wideEntries = ({ accessWithoutToken, listedDevices }: AccessSettings): AccessSettings['listedDevices'] =>
  accessWithoutToken === 'listed'
    ? listedDevices.filter(({ address }) => O.exists(isWideRange)(parseRange(address)))
    : [];
