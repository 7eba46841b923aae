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

const Port = wholeNumber(0, 65_535);
const Level = oneOf(...logLevels);
const LogLevel = fromText(Level.name, (text) => (Level.is(text) ? text : undefined));
const Yes = fromText('1', (text) => (text === '1' || text === 'true' ? true : undefined));
const Seed = wholeNumber(0, 2 ** 31 - 1);
const Names = fromText('names with commas between', (text) => text.split(',').map((name) => name.trim()));
const Hand = fromText('manual', (text) => (text === 'manual' ? text : undefined));
const Devices = fromText('real or simulated', (text) => (text === 'real' || text === 'simulated' ? text : undefined));
const listed = <A>(text: string, read: (one: string) => A | undefined): readonly A[] | undefined => {
  const all = text.split(',').map((one) => read(one.trim()));
  return all.includes(undefined) ? undefined : all.filter((one) => one !== undefined);
};
const Ranges = fromText('IP addresses or CIDR ranges with commas between', (text) =>
  listed(text, (one) => O.toUndefined(parseRange(one))),
);
const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const Urls = fromText('http or https addresses with commas between', (text) =>
  listed(text, (one) => (isHttp(one) ? one : undefined)),
);

/** Every setting, what it accepts, and where it is told: `PORT` in the environment is `--port` as a flag. */
export const settingCodecs = {
  PORT: optional(Port),
  HOST: optional(someText),
  SERVICE_NAMES: optional(Names),
  APP_USERNAMES: optional(Names),
  CONSOLE_PORT: optional(Port),
  CONSOLE_HOST: optional(someText),
  CONSOLE_NAMES: optional(Names),
  CONSOLE_TLS_CERT: optional(someText),
  CONSOLE_TLS_KEY: optional(someText),
  CONSOLE_TRUSTED_PROXIES: optional(Ranges),
  CONSOLE_URL: optional(Urls),
  CONSOLE_CA: optional(someText),
  CONSOLE_ADMIN_PASSWORD: optional(someText),
  CONSOLE_INSECURE: optional(Yes),
  DATABASE_URL: optional(someText),
  SIMULATOR_PORT: optional(Port),
  SIMULATOR_HOST: optional(someText),
  SIMULATOR_OSC_PORT: optional(Port),
  SIMULATOR_SEED: optional(Seed),
  REHEARSAL_PORT: optional(Port),
  SIMULATOR_CLOCK: optional(Hand),
  STUDIO_FILE: optional(someText),
  DEVICES: optional(Devices),
  STUDIO_KEY: optional(someText),
  DATA_DIR: optional(someText),
  LOG_LEVEL: optional(LogLevel),
  LOG_FILE: optional(someText),
} satisfies Record<string, t.Mixed>;

type Told = Values<typeof settingCodecs>;

/** Settings with what holds where nothing is told. */
export interface Settings extends Told {
  readonly PORT: number;
  readonly HOST: string;
  readonly CONSOLE_PORT: number;
  readonly CONSOLE_HOST: string;
  readonly SIMULATOR_PORT: number;
  readonly SIMULATOR_HOST: string;
  readonly SIMULATOR_OSC_PORT: number;
  readonly REHEARSAL_PORT: number;
  readonly DATA_DIR: string;
  readonly LOG_LEVEL: NonNullable<Told['LOG_LEVEL']>;
}

const defaults = {
  PORT: 3002,
  HOST: '::',
  CONSOLE_PORT: 3010,
  CONSOLE_HOST: '127.0.0.1',
  SIMULATOR_PORT: 3020,
  SIMULATOR_HOST: '127.0.0.1',
  SIMULATOR_OSC_PORT: 6250,
  REHEARSAL_PORT: 3030,
  DATA_DIR: './data',
  LOG_LEVEL: 'info',
} as const;

/** Settings whose value no message repeats. */
const secret = new Set(['STUDIO_KEY', 'CONSOLE_URL', 'CONSOLE_ADMIN_PASSWORD', 'DATABASE_URL']);

const flagOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const readFlags = (argv: readonly string[]) => {
  const options = Object.fromEntries(
    Object.keys(settingCodecs).map((name) => [flagOf(name), { type: 'string' as const }]),
  );
  return parseArgs({ args: [...argv], options, allowPositionals: true });
};

const told = (flags: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv) =>
  new Map(
    Object.keys(settingCodecs).flatMap((name) => {
      const value = flags[flagOf(name)] ?? environment[name];
      return typeof value === 'string' ? [[name, [value]] as const] : [];
    }),
  );

const withoutSecret = (message: string): string => {
  const name = message.split(':', 1)[0] ?? '';
  return secret.has(name) ? message.replace(/, got .*$/s, '') : message;
};

/** What the command line asks for. */
export interface CommandLine {
  readonly part: string;
  /** What stands behind the part. */
  readonly operand: string | undefined;
  readonly settings: Settings;
}

/** Reads settings and the part to start, or says in one line what is wrong. */
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
  return E.bimap(
    ({ message }: { message: string }) => withoutSecret(message),
    (settings: Told) => ({ part: positionals[0] ?? 'all', operand: positionals[1], settings: withDefaults(settings) }),
  )(decodeParameters(settingCodecs, told(values, environment)));
};

const withDefaults = (settings: Told): Settings => {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Told;
  return { ...defaults, ...given } as Settings;
};
