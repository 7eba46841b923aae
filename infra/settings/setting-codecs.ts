// All settings and the values that they accept, by the part that they belong to.
import * as O from 'fp-ts/lib/Option.js';
import { logLevels } from '../../adapters/log/winston-log.js';
import { fromText, optional, someText, wholeNumber, type Codecs } from '../../application/api/parameters.js';
import { parseRange } from '../../domain/access/address.js';
import { isToken } from '../../domain/access/token.js';
import { oneOf } from '../../domain/codec/codec.js';
import { Password } from '../../domain/console/operator.js';
import { signInSettingCodecs } from './sign-in-settings.js';

const Port = wholeNumber(0, 65_535);
const Level = oneOf(...logLevels);
const LogLevel = fromText(Level.name, (text) => (Level.is(text) ? text : undefined));
const Flag = fromText('1', (text) => (text === '1' || text === 'true' ? true : undefined));
const Switch = fromText('on or off', (text) => (text === 'on' || text === 'off' ? text : undefined));
const Seed = wholeNumber(0, 2 ** 31 - 1);
const AdminPassword = fromText(Password.name, (text) => (Password.is(text) ? text : undefined));
const MetricsToken = fromText('20 to 200 letters, digits and signs without spaces', (text) =>
  /^[!-~]{20,200}$/.test(text) ? text : undefined,
);
const PresetToken = fromText('svc_ and 32 lowercase letters and digits', (text) => (isToken(text) ? text : undefined));
const ClockMode = fromText('manual', (text) => (text === 'manual' ? text : undefined));
const Devices = fromText('real or simulated', (text) => (text === 'real' || text === 'simulated' ? text : undefined));
const listOf = <A>(text: string, parse: (item: string) => A | undefined): readonly A[] | undefined => {
  const all = text.split(',').map((item) => parse(item.trim()));
  return all.includes(undefined) ? undefined : all.filter((item) => item !== undefined);
};
const Names = fromText('names, separated by commas', (text) => listOf(text, (item) => item || undefined));
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

/** The settings of the service. */
export const serviceSettings = {
  PORT: optional(Port),
  HOST: optional(someText),
  TLS_PORT: optional(Port),
  TLS_HOST: optional(someText),
  TLS_CERT: optional(someText),
  TLS_KEY: optional(someText),
  STUDIO_FILE: optional(someText),
  DEVICES: optional(Devices),
  SERVICE_NAMES: optional(Names),
  TRUST_LOOPBACK: optional(Switch),
  TRUSTED_PROXIES: optional(Ranges),
  APP_USERNAMES: optional(Names),
  CONSOLE_URL: optional(Urls),
  CONSOLE_CA: optional(someText),
  STUDIO_KEY: optional(someText),
  STUDIO_KEY_FILE: optional(someText),
  AS_RUN_DAYS: optional(wholeNumber(1, 3_650, 'days')),
  AS_RUN_MEGABYTES: optional(wholeNumber(1, 1_000_000, 'MiB')),
} satisfies Codecs;

/** The settings of the console. */
export const consoleSettings = {
  CONSOLE_PORT: optional(Port),
  CONSOLE_HOST: optional(someText),
  CONSOLE_NAMES: optional(Names),
  CONSOLE_TLS_CERT: optional(someText),
  CONSOLE_TLS_KEY: optional(someText),
  CONSOLE_TRUSTED_PROXIES: optional(Ranges),
  CONSOLE_ADMIN_PASSWORD: optional(AdminPassword),
  CONSOLE_ADMIN_PASSWORD_FILE: optional(someText),
  CONSOLE_METRICS_TOKEN: optional(MetricsToken),
  CONSOLE_METRICS_TOKEN_FILE: optional(someText),
  DATABASE_URL: optional(someText),
  DATABASE_URL_FILE: optional(someText),
  SESSION_IDLE_MINUTES: optional(wholeNumber(1, 1_440, 'minutes')),
  SESSION_HOURS: optional(wholeNumber(1, 168, 'hours')),
  ...signInSettingCodecs,
} satisfies Codecs;

/** The settings of the simulated studio. */
export const simulatorSettings = {
  SIMULATOR_PORT: optional(Port),
  SIMULATOR_HOST: optional(someText),
  SIMULATOR_OSC_PORT: optional(Port),
  SIMULATOR_SEED: optional(Seed),
  SIMULATOR_CLOCK: optional(ClockMode),
  RECORDING: optional(someText),
  REHEARSAL_PORT: optional(Port),
} satisfies Codecs;

/** The settings of the demo, besides those of the service and the simulated studio. */
export const demoSettings = { DEMO_TOKEN: optional(PresetToken) } satisfies Codecs;

/** The settings of all parts. */
export const commonSettings = {
  CONSOLE_INSECURE: optional(Flag),
  DATA_DIR: optional(someText),
  LOG_LEVEL: optional(LogLevel),
  LOG_FILE: optional(someText),
  AUDIT_DAYS: optional(wholeNumber(1, 3_650, 'days')),
  AUDIT_MEGABYTES: optional(wholeNumber(1, 1_000_000, 'MiB')),
  AUDIT_SYSLOG: optional(SyslogAddress),
  AUDIT_SYSLOG_CA: optional(someText),
} satisfies Codecs;

/** All settings. `PORT` in the environment is the flag `--port`. */
export const settingCodecs = {
  ...serviceSettings,
  ...consoleSettings,
  ...simulatorSettings,
  ...demoSettings,
  ...commonSettings,
};

/** Returns the flag of a setting, without dashes. */
export const flagOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');
