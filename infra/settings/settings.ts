// Settings from the environment and from flags of the same names; flags win.
import { parseArgs } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeParameters, type Values } from '../../application/api/parameters.js';
import { commandFlagOptions, givenFlags, type GivenFlags } from '../command-line/command-flags.js';
import { withSecretsFromFiles, type GivenTexts } from './secret-files.js';
import { flagOf, settingCodecs } from './setting-codecs.js';

type GivenSettings = Values<typeof settingCodecs>;

/** Settings, completed by the defaults. */
export interface Settings extends GivenSettings {
  readonly PORT: number;
  readonly HOST: string;
  /** `off`: loopback is an address like any other, for a proxy on the host that adds no header (ADDRESS-9). */
  readonly TRUST_LOOPBACK: 'on' | 'off';
  readonly CONSOLE_PORT: number;
  readonly CONSOLE_HOST: string;
  readonly SESSION_IDLE_MINUTES: number;
  readonly SESSION_HOURS: number;
  readonly SIMULATOR_PORT: number;
  readonly SIMULATOR_HOST: string;
  readonly SIMULATOR_OSC_PORT: number;
  readonly REHEARSAL_PORT: number;
  readonly DATA_DIR: string;
  readonly LOG_LEVEL: NonNullable<GivenSettings['LOG_LEVEL']>;
  readonly AUDIT_DAYS: number;
  readonly AUDIT_MEGABYTES: number;
  readonly AS_RUN_DAYS: number;
  readonly AS_RUN_MEGABYTES: number;
}

/** The values of settings that are not given. */
export const defaults = {
  PORT: 3002,
  HOST: '::',
  TRUST_LOOPBACK: 'on',
  CONSOLE_PORT: 3010,
  CONSOLE_HOST: '127.0.0.1',
  SESSION_IDLE_MINUTES: 60,
  SESSION_HOURS: 12,
  SIMULATOR_PORT: 3020,
  SIMULATOR_HOST: '127.0.0.1',
  SIMULATOR_OSC_PORT: 6250,
  REHEARSAL_PORT: 3030,
  DATA_DIR: './data',
  LOG_LEVEL: 'info',
  AUDIT_DAYS: 365,
  AUDIT_MEGABYTES: 200,
  AS_RUN_DAYS: 400,
  AS_RUN_MEGABYTES: 2_000,
} as const;

/** Settings whose values never appear in a message. */
const secretSettings = new Set([
  'STUDIO_KEY',
  'CONSOLE_URL',
  'CONSOLE_ADMIN_PASSWORD',
  'CONSOLE_METRICS_TOKEN',
  'DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'OIDC_ISSUER',
  'SECOND_FACTOR_KEY',
  'DEMO_TOKEN',
]);

const readFlags = (argv: readonly string[]) => {
  const options = Object.fromEntries(
    Object.keys(settingCodecs).map((name) => [flagOf(name), { type: 'string' as const }]),
  );
  return parseArgs({ args: [...argv], options: { ...options, ...commandFlagOptions }, allowPositionals: true });
};

const givenTexts = (flags: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): GivenTexts =>
  new Map(
    Object.keys(settingCodecs).flatMap((name) => {
      const text = flags[flagOf(name)] ?? environment[name];
      return typeof text === 'string' ? [[name, text] as const] : [];
    }),
  );

const withoutSecret = (message: string): string => {
  const name = message.split(':', 1)[0] ?? '';
  return secretSettings.has(name) ? message.replace(/, got .*$/s, '') : message;
};

const completed = (settings: GivenSettings): Settings => {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(entries) as GivenSettings;
  return { ...defaults, ...given } as Settings;
};

const decoded = (texts: GivenTexts): E.Either<string, Settings> =>
  pipe(
    decodeParameters(settingCodecs, new Map([...texts].map(([name, text]) => [name, [text]]))),
    E.bimap(({ message }) => withoutSecret(message), completed),
  );

/** A parsed command line. */
export interface CommandLine {
  /** The name of a part or command. */
  readonly part: string;
  /** What follows the name, such as the file of `check`. */
  readonly operands: readonly string[];
  /** The flags of commands that were given, which are no settings. */
  readonly flags: GivenFlags;
  readonly settings: Settings;
}

/** Reads the settings and the part to start. Returns one line that names what is wrong with them, without secrets. */
export const readSettings = (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): E.Either<string, CommandLine> => {
  const flags = E.tryCatch(
    () => readFlags(argv),
    (error) => (error as Error).message.split('\n', 1)[0] ?? '',
  );
  if (E.isLeft(flags)) return flags;
  const { values, positionals } = flags.right;
  const [part = 'all', ...operands] = positionals;
  return pipe(
    withSecretsFromFiles(givenTexts(values, environment)),
    E.chain(decoded),
    E.map((settings) => ({ part, operands, flags: givenFlags(values), settings })),
  );
};
