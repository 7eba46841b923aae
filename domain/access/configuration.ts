// The access configuration: one shape for the console that edits it, the wire it travels, the disk that keeps it
// and the service that enforces it.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { formatIssues, validationIssues, listOf, oneOf, refined, text, unique, whole } from '../codec/codec.js';
import { Device } from '../devices/device.js';
import { features, type Feature } from '../feature.js';
import { parseRange } from './address.js';

/** An address or CIDR range whose callers need no token. */
export const ListedDevice = t.readonly(
  t.type({
    address: refined(t.string, (value) => O.isSome(parseRange(value)), 'an IPv4 or IPv6 address or CIDR range'),
    label: text(1, 64),
  }),
);

/** The Access section of the console. */
export const AccessSettings = t.readonly(
  t.type({
    apiEnabled: t.boolean,
    accessWithoutToken: oneOf('off', 'listed', 'whole_lan'),
    listedDevices: t.readonlyArray(ListedDevice),
    legacyAuthorization: t.boolean,
  }),
);
export type AccessSettings = t.TypeOf<typeof AccessSettings>;

const Switches = t.readonly(t.type({ read: t.boolean, control: t.boolean }));
type Switches = t.TypeOf<typeof Switches>;

const forEveryFeature = <A>(value: A): Record<Feature, A> =>
  Object.fromEntries(features.map((feature) => [feature, value])) as Record<Feature, A>;

/** The Features section: a Read and a Control switch for each of the eleven. */
export const FeatureSwitches = t.readonly(t.type(forEveryFeature(Switches)));
export type FeatureSwitches = Readonly<Record<Feature, Switches>>;

/** The Devices section: every id, name and token is there once. */
export const DeviceList = [
  { keyOf: ({ id }: Device) => id, what: 'id' },
  { keyOf: ({ name }: Device) => name, what: 'name' },
  { keyOf: ({ tokenHash }: Device) => tokenHash, what: 'token' },
].reduce<t.Type<readonly Device[]>>((list, { keyOf, what }) => unique(list, keyOf, what), listOf(Device));

/** Everything that decides who may do what at one studio. */
export const AccessConfiguration = t.readonly(
  t.type({
    studioId: text(1, 64),
    /** Grows with every change; a version that isn't newer than the one in force is never applied. */
    version: whole(0, Number.MAX_SAFE_INTEGER),
    access: AccessSettings,
    features: FeatureSwitches,
    devices: DeviceList,
  }),
);
export type AccessConfiguration = t.TypeOf<typeof AccessConfiguration>;

/** Reads a configuration whole, or tells all that is wrong with it. */
export const readAccessConfiguration = (input: unknown): E.Either<string, AccessConfiguration> =>
  E.mapLeft((errors: t.Errors) => formatIssues(validationIssues(errors)))(AccessConfiguration.decode(input));

/** What holds while no configuration was ever received (decisions, part 5). */
export const defaultConfiguration = (studioId: string): AccessConfiguration => ({
  studioId,
  version: 0,
  access: { apiEnabled: true, accessWithoutToken: 'off', listedDevices: [], legacyAuthorization: true },
  features: forEveryFeature({ read: true, control: true }),
  devices: [],
});

/** What holds when a configuration was kept but none of its copies is sound: the host itself gets in, nobody else. */
export const lockedConfiguration = (studioId: string): AccessConfiguration => {
  const open = defaultConfiguration(studioId);
  return { ...open, access: { ...open.access, legacyAuthorization: false } };
};

/** Whether a configuration that came in may take the place of the one in force: its own studio's, and newer. */
export const supersedes = (incoming: AccessConfiguration, inForce: AccessConfiguration): boolean =>
  incoming.studioId === inForce.studioId && incoming.version > inForce.version;
