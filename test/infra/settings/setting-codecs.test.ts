// The values that each setting accepts, at their limits, and those that it refuses.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { allSettings } from '../../../infra/settings/declared-settings.js';
import { flagOf } from '../../../infra/settings/setting.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { rightOf } from '../../domain/fixtures.js';

type Name = keyof typeof allSettings;

/** What a setting is read as, by the text of the setting, and texts that it refuses. */
type Row = readonly [name: Name, accepted: Readonly<Record<string, unknown>>, refused: readonly string[]];

const whole = (name: Name, min: number, max: number): Row => [
  name,
  { [String(min)]: min, [String(max)]: max },
  [String(min - 1), String(max + 1), '1.5', '1e1', ' 1', '+1', 'many'],
];
const names = (name: Name): Row => [name, { 'a, B ,c': ['a', 'B', 'c'], a: ['a'] }, ['a,', ',a', 'a,,b', ' ']];
const anyText = (name: Name): Row => [name, { ' a b ': ' a b ', '/a/b': '/a/b' }, []];
const address = (text: string): unknown => expect.objectContaining({ href: text });
const ranges = (name: Name): Row => [
  name,
  {
    '10.0.0.1': [expect.anything()],
    '10.0.0.0/8, fd00::/8 ,::1': [expect.anything(), expect.anything(), expect.anything()],
  },
  ['10.0.0.1,', '10.0.0.0/33', '10.0.0.256', 'proxy.example', ' '],
];

const key = 'k'.repeat(32);
const token = 'svc_0123456789abcdefghijklmnopqrstuv';
const rows: readonly Row[] = [
  ...(['PORT', 'TLS_PORT', 'CONSOLE_PORT', 'SIMULATOR_PORT', 'SIMULATOR_OSC_PORT', 'REHEARSAL_PORT'] as const).map(
    (name) => whole(name, 0, 65_535),
  ),
  whole('STUDIO_EDITING_PORT', 0, 65_535),
  ['STUDIO_EDITING', { on: 'on', off: 'off' }, ['1', 'true', 'On']],
  ...(['HOST', 'TLS_HOST', 'TLS_CERT', 'TLS_KEY', 'STUDIO_FILE', 'CONSOLE_CA', 'STUDIO_KEY'] as const).map(anyText),
  ...(['CONSOLE_HOST', 'CONSOLE_TLS_CERT', 'CONSOLE_TLS_KEY', 'DATABASE_URL', 'SIMULATOR_HOST'] as const).map(anyText),
  ...(['RECORDING', 'DATA_DIR', 'LOG_FILE', 'AUDIT_SYSLOG_CA', 'DATABASE_CA'] as const).map(anyText),
  ...(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_ROLE_CLAIM'] as const).map(anyText),
  ...(['SERVICE_NAMES', 'APP_USERNAMES', 'CONSOLE_NAMES'] as const).map(names),
  ...(['TRUSTED_PROXIES', 'CONSOLE_TRUSTED_PROXIES'] as const).map(ranges),
  ...(['AS_RUN_DAYS', 'AUDIT_DAYS'] as const).map((name) => whole(name, 1, 3_650)),
  ...(['AS_RUN_MEGABYTES', 'AUDIT_MEGABYTES'] as const).map((name) => whole(name, 1, 1_000_000)),
  whole('SESSION_IDLE_MINUTES', 1, 1_440),
  whole('SESSION_HOURS', 1, 168),
  whole('CONSOLE_DRAIN_SECONDS', 0, 120),
  whole('SIMULATOR_SEED', 0, 2 ** 31 - 1),
  ['DEVICES', { real: 'real', simulated: 'simulated' }, ['Real', 'none', 'real ']],
  ['TRUST_LOOPBACK', { on: 'on', off: 'off' }, ['1', '0', 'true', 'Off']],
  ['CONSOLE_WEBHOOKS', { on: 'on', off: 'off' }, ['1', '0', 'true', 'Off']],
  ['CONSOLE_INSECURE', { 1: true, true: true }, ['0', 'false', 'off', 'yes']],
  ['SIMULATOR_CLOCK', { manual: 'manual' }, ['real', 'Manual']],
  ['LOG_LEVEL', { error: 'error', warn: 'warn', info: 'info', debug: 'debug' }, ['INFO', 'verbose', 'trace']],
  [
    'CONSOLE_URL',
    {
      'http://a': ['http://a'],
      'https://a:3010, http://b:1 ': ['https://a:3010', 'http://b:1'],
    },
    ['a', 'ftp://a', 'https://a,', 'https://a,ws://b'],
  ],
  [
    'CONSOLE_ADMIN_PASSWORD',
    { '12345678': '12345678', ['p'.repeat(1_024)]: 'p'.repeat(1_024) },
    ['1234567', 'p'.repeat(1_025)],
  ],
  [
    'CONSOLE_METRICS_TOKEN',
    { ['t'.repeat(20)]: 't'.repeat(20), ['~'.repeat(200)]: '~'.repeat(200) },
    ['t'.repeat(19), 't'.repeat(201), `${'t'.repeat(19)} t`, `${'t'.repeat(20)}ü`],
  ],
  ['DEMO_TOKEN', { [token]: token }, [token.slice(0, -1), `${token}0`, token.toUpperCase()]],
  [
    'AUDIT_SYSLOG',
    { 'tls://[fd00::1]': { host: 'fd00::1', port: 6_514 }, 'tls://a:1': { host: 'a', port: 1 } },
    ['a', 'tls://', 'tls://a/b', 'tls://a:70000', 'tls://u@a', 'TLS:a', 'tcp://a'],
  ],
  [
    'CONSOLE_PUBLIC_URL',
    { 'https://A.example': 'https://a.example', 'http://127.0.0.1:3010/': 'http://127.0.0.1:3010' },
    ['http://a.example', 'https://a.example/path', 'https://a.example/?q', 'https://u@a.example', 'a.example'],
  ],
  [
    'OIDC_ISSUER',
    { 'https://a.example/realm': address('https://a.example/realm'), 'http://[::1]:1/': address('http://[::1]:1/') },
    ['http://a.example/realm', 'https://a.example/#x', 'https://u:p@a.example/', 'ftp://a.example'],
  ],
  ['OIDC_SCOPE', { openid: 'openid', ' email  openid ': 'email  openid' }, ['email', 'openidx', 'openid,email']],
  [
    'OIDC_ROLES',
    {
      'viewer@studio-1=crew': [{ role: 'viewer', studioId: 'studio-1', value: 'crew' }],
      'admin= staff': [{ role: 'admin', studioId: null, value: 'staff' }],
    },
    ['owner=staff', 'admin'],
  ],
  ['REQUIRE_SECOND_FACTOR', { off: 'off', admins: 'admins', all: 'all' }, ['on', 'none', 'Admins']],
  ['SECOND_FACTOR_KEY', { [key]: key }, [key.slice(1)]],
];

/** Settings that the tests of secrets in files have. */
const isFile = (name: string): boolean => name.endsWith('_FILE') && name !== 'LOG_FILE' && name !== 'STUDIO_FILE';

const read = (name: Name, text: string): E.Either<string, Settings> =>
  E.map(({ settings }: { readonly settings: Settings }) => settings)(readSettings([], { [name]: text }));

it('every setting has a row', () => {
  const all = Object.keys(allSettings).filter((name) => !isFile(name));
  expect(rows.map(([name]) => name).toSorted()).toEqual(all.toSorted());
});

describe.each(rows)('@START-20: the setting %s', (name, accepted, refused) => {
  it('has these values', () => {
    for (const [text, value] of Object.entries(accepted))
      expect([text, rightOf(read(name, text))[name]]).toEqual([text, value]);
  });

  it('refuses others, and names itself', () => {
    for (const text of refused)
      expect([text, read(name, text)]).toEqual([
        text,
        E.left(expect.stringMatching(new RegExp(`^${name}: expected `))),
      ]);
  });

  it('counts as absent if it is empty, as a flag too', () => {
    const unset = rightOf(readSettings([], {})).settings[name];
    expect(rightOf(read(name, ''))[name]).toEqual(unset);
    expect(rightOf(readSettings([`--${flagOf(name)}=`], {})).settings[name]).toEqual(unset);
  });
});
