// Configurations as they mustn't arrive, each made of a good one. All but the old ones claim a version far ahead: had
// the service taken one of them over, no later change of the console would come into force.
import type { AccessConfiguration } from '../../domain/access/configuration.js';

type Spoil = (good: AccessConfiguration) => string;

const versionFarAhead = 900_000_000_000_000;

const ahead = (good: AccessConfiguration, changes: object): string =>
  JSON.stringify({ ...good, version: versionFarAhead, ...changes });

const twins = ({ devices }: AccessConfiguration): readonly object[] =>
  devices.flatMap((device) => [device, { ...device, id: `${device.id}-2`, tokenHash: '0'.repeat(64) }]);

const opened = (good: AccessConfiguration) => ({ ...good.access, apiEnabled: false });

const spoils = {
  'a truncated configuration': (good) => ahead(good, { access: opened(good) }).slice(0, -20),
  'a configuration with a wrong word in it': (good) =>
    ahead(good, { access: { ...opened(good), accessWithoutToken: 'everybody' } }),
  'a configuration without its devices': (good) => ahead(good, { access: opened(good), devices: undefined }),
  'a configuration with two devices of one name': (good) => ahead(good, { access: opened(good), devices: twins(good) }),
  'a configuration of another studio': (good) => ahead(good, { access: opened(good), studioId: 'studio-99' }),
  'a configuration whose version is a text': (good) => ahead(good, { access: opened(good), version: '900' }),
  'something that is no configuration at all': () => '<html>Sign in to the hotel network</html>',
  'an empty message': () => '',
} satisfies Record<string, Spoil>;

/** What can arrive instead of a configuration. */
export type Corruption = keyof typeof spoils;

const spoilt =
  (spoil: Spoil) =>
  (good: string): string =>
    spoil(JSON.parse(good) as AccessConfiguration);

/** Spoils a good configuration. */
export const corrupt = Object.fromEntries(
  Object.entries(spoils).map(([damage, spoil]) => [damage, spoilt(spoil)]),
) as Readonly<Record<Corruption, (good: string) => string>>;

/** The same version with other contents. */
export const withApiOff = spoilt((good) => JSON.stringify({ ...good, access: { ...good.access, apiEnabled: false } }));
