// Corrupt configurations, each made from a valid one. Their version is far ahead: if the service accepted one of them,
// no later change of the console would take effect.
import { maxVersion, type AccessConfiguration } from '../../domain/access/configuration.js';

type CorruptConfiguration = (valid: AccessConfiguration) => string;

const versionFarAhead = 200_000_000_000_000;

const ahead = (valid: AccessConfiguration, changes: object): string =>
  JSON.stringify({ ...valid, version: versionFarAhead, ...changes });

const duplicated = ({ devices }: AccessConfiguration): readonly object[] =>
  devices.flatMap((device) => [device, { ...device, id: `${device.id}-2`, tokenHash: '0'.repeat(64) }]);

const apiOff = (valid: AccessConfiguration) => ({ ...valid.access, apiEnabled: false });

const numberedDevice = (_: unknown, number: number): object => ({
  id: `device-${String(number)}`,
  name: `Device ${String(number)}`,
  access: 'read_only',
  station: null,
  fixedAddress: null,
  features: [],
  state: 'active',
  tokenHash: number.toString(16).padStart(64, '0'),
});

const numberedEntry = (_: unknown, number: number): object => ({
  address: `10.0.${String(number >> 8)}.${String(number & 255)}`,
  label: 'desk',
});

const corruptions = {
  'a truncated configuration': (valid) => ahead(valid, { access: apiOff(valid) }).slice(0, -20),
  'a configuration with an invalid value': (valid) =>
    ahead(valid, { access: { ...apiOff(valid), accessWithoutToken: 'everybody' } }),
  'a configuration without devices': (valid) => ahead(valid, { access: apiOff(valid), devices: undefined }),
  'a configuration with duplicate device names': (valid) =>
    ahead(valid, { access: apiOff(valid), devices: duplicated(valid) }),
  'a configuration of another studio': (valid) => ahead(valid, { access: apiOff(valid), studioId: 'studio-99' }),
  'a configuration whose version is a string': (valid) => ahead(valid, { access: apiOff(valid), version: '900' }),
  'a configuration with a version above the highest': (valid) =>
    ahead(valid, { access: apiOff(valid), version: maxVersion + 1 }),
  'a configuration with 2,001 devices': (valid) =>
    ahead(valid, { access: apiOff(valid), devices: Array.from({ length: 2_001 }, numberedDevice) }),
  'a configuration with 2,001 listed entries': (valid) =>
    ahead(valid, { access: { ...apiOff(valid), listedDevices: Array.from({ length: 2_001 }, numberedEntry) } }),
  'an HTML page': () => '<html>Sign in to the hotel network</html>',
  'an empty message': () => '',
} satisfies Record<string, CorruptConfiguration>;

/** What the service may receive instead of a valid configuration. */
export type Corruption = keyof typeof corruptions;

const corrupted =
  (change: CorruptConfiguration) =>
  (valid: string): string =>
    change(JSON.parse(valid) as AccessConfiguration);

/** Corrupts a valid configuration. */
export const corrupt = Object.fromEntries(
  Object.entries(corruptions).map(([name, change]) => [name, corrupted(change)]),
) as Readonly<Record<Corruption, (valid: string) => string>>;

/** Returns a valid configuration with other contents, by default of the same version. */
export const withApiOff = (valid: string, versionOf = (version: number): number => version): string =>
  corrupted(({ version, ...rest }) =>
    JSON.stringify({ ...rest, version: versionOf(version), access: apiOff({ version, ...rest }) }),
  )(valid);
