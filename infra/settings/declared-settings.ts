// All settings, by the part that they belong to: what each is, the values that it accepts, and its default.
import { someText, wholeNumber } from '../../application/api/parameters.js';
import * as codecs from './setting-codecs.js';
import { secret, secretOrFile, setting } from './setting.js';

const { Port, Names, Ranges } = codecs;

/** The settings of the service. */
export const serviceSettings = {
  PORT: setting('port of the device-control API', Port, 3002),
  HOST: setting('address on which the API listens', someText, '::'),
  TLS_PORT: setting('port of the API for TLS', Port),
  TLS_HOST: setting('address on which the API listens for TLS', someText),
  TLS_CERT: setting('PEM file of the certificate of the API', someText),
  TLS_KEY: setting('PEM file of the key of TLS_CERT', someText),
  STUDIO_FILE: setting('studio file', someText),
  STUDIO_EDITING: setting('whether the studio file is edited in a browser', codecs.Switch, 'off'),
  STUDIO_EDITING_PORT: setting('port on this machine of the page that edits the studio file', Port, 3003),
  /** Without it the part service has real devices, and all others simulated ones. */
  DEVICES: setting('whether the devices of the studio file are simulated', codecs.Devices),
  SERVICE_NAMES: setting('more host names of the service for browsers', Names),
  /** `off`: loopback is an address like any other, for a proxy on the host that adds no header (ADDRESS-9). */
  TRUST_LOOPBACK: setting('whether callers on this machine are admitted without a token', codecs.Switch, 'on'),
  TRUSTED_PROXIES: setting('proxies whose X-Forwarded-For is believed', Ranges),
  APP_USERNAMES: setting('more usernames that legacy authorization accepts', Names),
  CONSOLE_URL: secret('consoles of the studio', codecs.Urls),
  CONSOLE_CA: setting('PEM file of the authorities to trust for the console', someText),
  ...secretOrFile('STUDIO_KEY', 'studio key that the console showed', someText),
  AS_RUN_DAYS: setting('how long the as-run log is kept', wholeNumber(1, 3_650, 'days'), 400),
  AS_RUN_MEGABYTES: setting('size of the as-run log', wholeNumber(1, 1_000_000, 'MiB'), 2_000),
};

/** The settings of signing in to the console: an identity provider, and second factors. */
const signInSettings = {
  CONSOLE_PUBLIC_URL: setting('address of the console for browsers', codecs.Origin),
  OIDC_ISSUER: secret('issuer of the identity provider', codecs.Issuer),
  OIDC_CLIENT_ID: setting('id of the console at the provider', someText),
  ...secretOrFile('OIDC_CLIENT_SECRET', 'secret of the console at the provider', someText),
  OIDC_NAME: setting('what the sign-in page calls the provider', someText),
  OIDC_SCOPE: setting('what the console requests', codecs.Scope),
  OIDC_ROLE_CLAIM: setting('claim with the values that give roles', someText),
  OIDC_ROLES: setting('which values give which roles', codecs.RoleRules),
  REQUIRE_SECOND_FACTOR: setting('who has to have a second factor', codecs.FactorPolicy, 'off'),
  ...secretOrFile('SECOND_FACTOR_KEY', 'key that encrypts the secrets of second factors', codecs.FactorKey),
};

/** Within how many seconds a console that stops ends the streams of its services. It fits into the 5 s of START-4. */
export const drainSeconds = 2;

/** The settings of the console. */
export const consoleSettings = {
  CONSOLE_PORT: setting('port of the console', Port, 3010),
  CONSOLE_HOST: setting('address on which the console listens', someText, '127.0.0.1'),
  CONSOLE_NAMES: setting('more host names of the console for browsers', Names),
  CONSOLE_TLS_CERT: setting('PEM file of the certificate of the console', someText),
  CONSOLE_TLS_KEY: setting('PEM file of the key of CONSOLE_TLS_CERT', someText),
  CONSOLE_TRUSTED_PROXIES: setting('proxies that terminate TLS', Ranges),
  ...secretOrFile('CONSOLE_ADMIN_PASSWORD', 'first password of admin', codecs.AdminPassword),
  ...secretOrFile('CONSOLE_METRICS_TOKEN', 'token with which metrics are read', codecs.MetricsToken),
  ...secretOrFile('DATABASE_URL', 'PostgreSQL database, in place of the embedded one', someText),
  DATABASE_CA: setting('PEM file of the authorities to trust for the database', someText),
  CONSOLE_WEBHOOKS: setting('whether the console sends its webhooks', codecs.Switch, 'on'),
  CONSOLE_DRAIN_SECONDS: setting(
    'within which time a console that stops ends the streams of its services',
    wholeNumber(0, 120, 'seconds'),
    drainSeconds,
  ),
  SESSION_IDLE_MINUTES: setting('when idle operators are signed out', wholeNumber(1, 1_440, 'minutes'), 60),
  SESSION_HOURS: setting('when operators are signed out in any case', wholeNumber(1, 168, 'hours'), 12),
  ...signInSettings,
};

/** The settings of the simulated studio. */
export const simulatorSettings = {
  SIMULATOR_PORT: setting('port of the page and the steering of the simulator', Port, 3020),
  SIMULATOR_HOST: setting('address on which the simulator listens', someText, '127.0.0.1'),
  SIMULATOR_OSC_PORT: setting('UDP port to which CasparCG servers send, 0 for none', Port, 6250),
  SIMULATOR_SEED: setting('seed that makes a run repeatable', wholeNumber(0, 2 ** 31 - 1)),
  SIMULATOR_CLOCK: setting('starts with a paused clock', codecs.ClockMode),
  RECORDING: setting('new file of the part record', someText),
  REHEARSAL_PORT: setting('port of the part rehearsal', Port, 3030),
};

/** The settings of the demo, besides those of the service and the simulated studio. */
export const demoSettings = { DEMO_TOKEN: secret('token of a device that may read and control', codecs.PresetToken) };

/** Settings whose default in the demo is another one: a panel on this machine is refused as on any other (DEMO-8). */
export const demoDefaults = {
  TRUST_LOOPBACK: setting(serviceSettings.TRUST_LOOPBACK.help, codecs.Switch, 'off'),
};

/** The settings of all parts. */
export const commonSettings = {
  CONSOLE_INSECURE: setting('allows plain HTTP with the console beyond loopback', codecs.Flag),
  DATA_DIR: setting('folder of everything that is stored', someText, './data'),
  LOG_LEVEL: setting('what is logged', codecs.LogLevel, 'info'),
  LOG_FILE: setting('file for the log, in place of standard error', someText),
  AUDIT_DAYS: setting('how long the audit log is kept', wholeNumber(1, 3_650, 'days'), 365),
  AUDIT_MEGABYTES: setting('size of the audit log of one part', wholeNumber(1, 1_000_000, 'MiB'), 200),
  AUDIT_SYSLOG: setting('syslog receiver of the audit log', codecs.SyslogAddress),
  AUDIT_SYSLOG_CA: setting('PEM file of the authorities to trust for the receiver', someText),
};

/** All settings. */
export const allSettings = {
  ...serviceSettings,
  ...consoleSettings,
  ...simulatorSettings,
  ...demoSettings,
  ...commonSettings,
};
