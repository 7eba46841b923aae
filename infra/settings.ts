// Settings from the environment and from flags of the same names; flags win.
import { parseArgs } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as t from 'io-ts';
import { logLevels } from '../adapters/log/winston-log.js';
import {
  decodeParameters,
  fromText,
  optional,
  someText,
  wholeNumber,
  type Values,
} from '../application/api/parameters.js';
import { parseRange } from '../domain/access/address.js';
import { oneOf } from '../domain/codec/codec.js';
import { Password } from '../domain/console/operator.js';
import { signInSettingCodecs } from './sign-in-settings.js';

const Port = wholeNumber(0, 65_535);
const Level = oneOf(...logLevels);
const LogLevel = fromText(Level.name, (text) => (Level.is(text) ? text : undefined));
const Flag = fromText('1', (text) => (text === '1' || text === 'true' ? true : undefined));
const Switch = fromText('on or off', (text) => (text === 'on' || text === 'off' ? text : undefined));
const Seed = wholeNumber(0, 2 ** 31 - 1);
const AdminPassword = fromText(Password.name, (text) => (Password.is(text) ? text : undefined));
const Names = fromText('names, separated by commas', (text) => text.split(',').map((name) => name.trim()));
const ClockMode = fromText('manual', (text) => (text === 'manual' ? text : undefined));
const Devices = fromText('real or simulated', (text) => (text === 'real' || text === 'simulated' ? text : undefined));
const listOf = <A>(text: string, parse: (item: string) => A | undefined): readonly A[] | undefined => {
  const all = text.split(',').map((item) => parse(item.trim()));
  return all.includes(undefined) ? undefined : all.filter((item) => item !== undefined);
};
const Ranges = fromText('IP addresses or CIDR ranges, separated by commas', (text) =>
  listOf(text, (item) => O.toUndefined(parseRange(item))),
);
const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const Urls = fromText('http or https addresses, separated by commas', (text) =>
  listOf(text, (item) => (isHttp(item) ? item : undefined)),
);

const SyslogAddress = fromText('an address of the form tls://host:6514', (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.protocol === 'tls:' && url.hostname !== '' && text === `tls://${url.host}`;
  return isBare ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || '6514') } : undefined;
});

/** All settings and the values they accept. `PORT` in the environment is the flag `--port`. */
export const settingCodecs = {
  PORT: optional(Port),
  HOST: optional(someText),
  TLS_PORT: optional(Port),
  TLS_HOST: optional(someText),
  TLS_CERT: optional(someText),
  TLS_KEY: optional(someText),
  SERVICE_NAMES: optional(Names),
  TRUST_LOOPBACK: optional(Switch),
  TRUSTED_PROXIES: optional(Ranges),
  APP_USERNAMES: optional(Names),
  CONSOLE_PORT: optional(Port),
  CONSOLE_HOST: optional(someText),
  CONSOLE_NAMES: optional(Names),
  CONSOLE_TLS_CERT: optional(someText),
  CONSOLE_TLS_KEY: optional(someText),
  CONSOLE_TRUSTED_PROXIES: optional(Ranges),
  CONSOLE_URL: optional(Urls),
  CONSOLE_CA: optional(someText),
  CONSOLE_ADMIN_PASSWORD: optional(AdminPassword),
  CONSOLE_INSECURE: optional(Flag),
  SESSION_IDLE_MINUTES: optional(wholeNumber(1, 1_440, 'minutes')),
  SESSION_HOURS: optional(wholeNumber(1, 168, 'hours')),
  ...signInSettingCodecs,
  DATABASE_URL: optional(someText),
  SIMULATOR_PORT: optional(Port),
  SIMULATOR_HOST: optional(someText),
  SIMULATOR_OSC_PORT: optional(Port),
  SIMULATOR_SEED: optional(Seed),
  REHEARSAL_PORT: optional(Port),
  SIMULATOR_CLOCK: optional(ClockMode),
  STUDIO_FILE: optional(someText),
  DEVICES: optional(Devices),
  STUDIO_KEY: optional(someText),
  DATA_DIR: optional(someText),
  LOG_LEVEL: optional(LogLevel),
  LOG_FILE: optional(someText),
  AUDIT_DAYS: optional(wholeNumber(1, 3_650, 'days')),
  AUDIT_MEGABYTES: optional(wholeNumber(1, 1_000_000, 'MiB')),
  AUDIT_SYSLOG: optional(SyslogAddress),
  AUDIT_SYSLOG_CA: optional(someText),
} satisfies Record<string, t.Mixed>;

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
}

const defaults = {
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
} as const;

/** Settings whose values never appear in a message. */
const secretSettings = new Set([
  'STUDIO_KEY',
  'CONSOLE_URL',
  'CONSOLE_ADMIN_PASSWORD',
  'DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'OIDC_ISSUER',
  'SECOND_FACTOR_KEY',
]);

const flagOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const readFlags = (argv: readonly string[]) => {
  const options = Object.fromEntries(
    Object.keys(settingCodecs).map((name) => [flagOf(name), { type: 'string' as const }]),
  );
  return parseArgs({ args: [...argv], options, allowPositionals: true });
};

const givenValues = (flags: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv) =>
  new Map(
    Object.keys(settingCodecs).flatMap((name) => {
      const value = flags[flagOf(name)] ?? environment[name];
      return typeof value === 'string' ? [[name, [value]] as const] : [];
    }),
  );

const withoutSecret = (message: string): string => {
  const name = message.split(':', 1)[0] ?? '';
  return secretSettings.has(name) ? message.replace(/, got .*$/s, '') : message;
};

/** A parsed command line. */
export interface CommandLine {
  readonly part: string;
  /** The argument after the part, such as the file of `check`. */
  readonly operand: string | undefined;
  readonly settings: Settings;
}

/** Reads the settings and the part to start. Returns one line that says what is wrong with them, without secrets. */
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
  const given = decodeParameters(settingCodecs, givenValues(values, environment));
  if (E.isLeft(given)) return E.left(withoutSecret(given.left.message));
  const [part = 'all', operand] = positionals;
  return E.right({ part, operand, settings: withDefaults(given.right) });
};

const withDefaults = (settings: GivenSettings): Settings => {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(entries) as GivenSettings;
  return { ...defaults, ...given } as Settings;
};
