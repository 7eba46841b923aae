// Settings of signing in that need each other, and the key of second factors.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SystemConsoleSecrets } from '../../../adapters/node/console-secrets.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { checkSecondFactors, configuredProvider, configuredSecondFactors } from '../../../infra/console/sign-in.js';
import { manualClock } from '../../../simulator/clock.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { storageFixture } from '../../adapters/storage/storage-fixture.js';

const { folder } = storageFixture();

const settingsWith = (given: Readonly<Record<string, string>>): Settings => rightOf(readSettings([], given)).settings;
const ports = { clock: manualClock(), log: memoryLog() };
const provider = (given: Readonly<Record<string, string>>) => configuredProvider(settingsWith(given), ports);

it.each([
  ['OIDC_CLIENT_ID', 'console'],
  ['OIDC_CLIENT_SECRET', 'secret'],
  ['OIDC_NAME', 'Staff'],
  ['OIDC_SCOPE', 'openid'],
  ['OIDC_ROLE_CLAIM', 'groups'],
  ['OIDC_ROLES', 'admin=staff'],
])('%s alone is refused, because there is no provider', (name, value) => {
  expect(() => provider({ [name]: value })).toThrow(`OIDC_ISSUER: expected a value, because ${name} is set`);
});

it('a provider needs the address of the console and an id, and there is none without OIDC_ISSUER', () => {
  const issuer = { OIDC_ISSUER: 'https://login.example' };
  const address = { CONSOLE_PUBLIC_URL: 'https://console.example' };
  expect(() => provider(issuer)).toThrow('CONSOLE_PUBLIC_URL: expected a value, because OIDC_ISSUER is set');
  expect(() => provider({ ...issuer, ...address })).toThrow('OIDC_CLIENT_ID: expected a value');
  const configured = provider({ ...issuer, ...address, OIDC_CLIENT_ID: 'console' });
  expect(configured).toMatchObject({ roleRules: null, publicUrl: 'https://console.example' });
  expect(provider(address)).toBeUndefined();
});

const secrets = new SystemConsoleSecrets();
const factors = (given: Readonly<Record<string, string>> = {}) =>
  configuredSecondFactors(settingsWith({ DATA_DIR: folder(), ...given }), { secrets });
const keyFile = () => `${folder()}/second-factor-key`;
const keyInFile = () => readFileSync(keyFile(), 'utf8').trim();

it('second factors of an embedded database can be read after the next start, with a key that is kept', async () => {
  const sealed = (await factors()).box?.seal('SECRET') ?? '';
  const key = keyInFile();
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect((await factors()).box?.open(sealed)).toBe('SECRET');
  expect(keyInFile()).toBe(key);
});

it('SECOND_FACTOR_KEY is used instead, and consoles that share a database need it', async () => {
  const shared = { DATABASE_URL: 'postgres://127.0.0.1/console' };
  const key = { SECOND_FACTOR_KEY: 'k'.repeat(32) };
  const sealed = (await factors(key)).box?.seal('SECRET') ?? '';
  expect((await factors({ ...key, ...shared })).box?.open(sealed)).toBe('SECRET');
  expect((await factors()).box?.open(sealed)).toBeUndefined();
  expect((await factors(shared)).box).toBeUndefined();
  await expect(factors({ ...shared, REQUIRE_SECOND_FACTOR: 'all' })).rejects.toThrow(
    'SECOND_FACTOR_KEY: expected a key',
  );
});

it('@START-22: a key that does not open the stored second factors is logged', async () => {
  const secondFactors = await factors();
  const secondFactor = { sealedSecret: secondFactors.box?.seal('SECRET') ?? '', lastStep: 0, recoveryHashes: [] };
  const store = { operators: () => Promise.resolve([{ secondFactor }, {}]) } as never;
  const log = memoryLog();
  await checkSecondFactors({ store, secondFactors, log });
  expect(log.lines).toEqual([]);
  writeFileSync(keyFile(), 'damaged'.repeat(10));
  await checkSecondFactors({ store, secondFactors: await factors(), log });
  expect(log.lines).toEqual([expect.stringMatching(/second-factor-key in DATA_DIR.*"operators":1/)]);
});
