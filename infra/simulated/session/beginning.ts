// The first line of a recording: what a session depends on, without secrets and without equipment.
import { hostname } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { hashToken } from '../../../adapters/node/secrets.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { TokenHash } from '../../../domain/access/token.js';
import { readStudioLayout, type StudioLayout } from '../../../domain/studio/layout.js';
import type { OutputDefinition } from '../../../domain/studio/output.js';
import { formatIssues } from '../../../domain/codec/issues.js';
import { aliases, madeSecret, type Aliases, type KnownSecrets } from '../../../simulator/session/aliases.js';
import type { Beginning } from '../../../simulator/session/lines.js';
import type { Settings } from '../../settings/settings.js';

const hashesOf = ({ devices }: AccessConfiguration): readonly TokenHash[] =>
  devices.flatMap(({ tokenHash, oldToken }) => (oldToken === null ? [tokenHash] : [tokenHash, oldToken.tokenHash]));

/** Returns the secrets of a configuration: the tokens of its devices. */
export const knownSecrets = (configuration: AccessConfiguration): KnownSecrets => ({
  hashes: hashesOf(configuration),
  hashToken,
});

/** The ids of a recorded studio. Those of the studio file are passwords of its legacy routes (LEGACY-AUTH-12). */
const recordedIds = { serverId: 'recorded-server', id: 'recorded-studio' };

/** Returns a configuration with the tokens that a replay makes. */
export const withMadeTokens = (configuration: AccessConfiguration, { aliasOfHash }: Aliases): AccessConfiguration => {
  const made = (hash: TokenHash): TokenHash => hashToken(madeSecret(aliasOfHash(hash)));
  return {
    ...configuration,
    devices: configuration.devices.map((device) => ({
      ...device,
      tokenHash: made(device.tokenHash),
      oldToken: device.oldToken && { ...device.oldToken, tokenHash: made(device.oldToken.tokenHash) },
    })),
  };
};

/** Removes the fields of equipment from records: devices are simulated. */
const without = <A extends object>(records: readonly A[], field: string): readonly A[] =>
  records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== field)) as A);

/** What stands for the equipment of players: an output with a backup needs some. */
const placeholders = (['main', 'backup'] as const).map((id) => ({ id, protocol: 'simulated' }));

const withoutPlayer = ({ player: _, backup, ...output }: OutputDefinition): OutputDefinition =>
  backup === undefined ? output : { ...output, player: { connection: 'main' }, backup: { connection: 'backup' } };

/** Returns a layout without secrets and equipment. A session sends nothing to the network. */
export const recordedLayout = ({
  connections: _,
  tally: __,
  webhooks: ___,
  publish: ____,
  ...layout
}: StudioLayout): StudioLayout => ({
  ...layout,
  ...recordedIds,
  timezone: layout.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  outputs: layout.outputs.map(withoutPlayer),
  ...(layout.outputs.some(({ backup }) => backup !== undefined) && { connections: placeholders }),
  signals: without(layout.signals, 'line'),
  cameras: without(layout.cameras, 'head'),
});

/** What a recording begins with, apart from what the first line derives. */
export interface RecordedStart extends Pick<Beginning, 'program' | 'startMs' | 'paused' | 'seed'> {
  readonly settings: Settings;
  readonly layout: StudioLayout;
  readonly configuration: AccessConfiguration;
}

/** The settings that decide about answers. The name of this machine stays a name of the service in a replay. */
const textsOf = ({ SERVICE_NAMES = [], APP_USERNAMES = [], TRUST_LOOPBACK }: Settings): Beginning['settings'] => ({
  SERVICE_NAMES: [...SERVICE_NAMES, hostname(), `${hostname()}.local`].join(','),
  ...(APP_USERNAMES.length > 0 && { APP_USERNAMES: APP_USERNAMES.join(',') }),
  TRUST_LOOPBACK,
});

/** Returns the first line of a recording. */
export const beginningOf = ({ settings, layout, configuration, ...rest }: RecordedStart): Beginning => ({
  recording: 1,
  ...rest,
  settings: textsOf(settings),
  studio: { ...layout },
  configuration: withMadeTokens(configuration, aliases(knownSecrets(configuration))),
});

/** Returns the layout of a first line, or what is wrong with it. Someone else's may have equipment: it is left out. */
export const layoutIn = ({ studio }: Beginning): E.Either<string, StudioLayout> =>
  pipe(readStudioLayout(studio), E.bimap(formatIssues, recordedLayout));
