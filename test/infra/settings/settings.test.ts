// The settings that are read from the environment and from flags: names, defaults, and messages without secrets.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { allSettings } from '../../../infra/settings/declared-settings.js';
import { flagOf } from '../../../infra/settings/setting.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { rightOf } from '../../domain/fixtures.js';
import { documents, readDocument } from '../../docs/documents.js';

const settingsOf = (environment: NodeJS.ProcessEnv = {}, ...argv: readonly string[]): Settings =>
  rightOf(readSettings(argv, environment)).settings;

/** The problem with settings; empty if there is none. */
const problemWith = (environment: NodeJS.ProcessEnv): string =>
  E.match(
    (message: string) => message,
    () => '',
  )(readSettings([], environment));

describe('a setting that is not given', () => {
  it('@START-1 @START-20: has the default port, and only the service listens beyond loopback', () => {
    expect(settingsOf()).toMatchObject({
      PORT: 3002,
      HOST: '::',
      CONSOLE_PORT: 3010,
      CONSOLE_HOST: '127.0.0.1',
      SIMULATOR_PORT: 3020,
      SIMULATOR_HOST: '127.0.0.1',
      REHEARSAL_PORT: 3030,
    });
  });

  it('@START-20: has the default that the configuration reference names', () => {
    const reference = readDocument('docs/configuration.md');
    const rows = [...reference.matchAll(/^\| (`[A-Z].*?) +\| (.*?) +\| /gm)];
    const documented = new Map(
      rows.flatMap(([, names = '', values = '']) => {
        const cells = values.split(', ');
        return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ''], at) => [name, cells[at] ?? ''] as const);
      }),
    );
    const undocumented = ['HOST', 'REHEARSAL_PORT'];
    expect(documented.get('HOST')).toBe('all addresses');
    for (const [name, { defaultText }] of Object.entries(allSettings))
      if (defaultText !== undefined && !undocumented.includes(name))
        expect([name, documented.get(name)]).toEqual([name, `\`${defaultText}\``]);
  });
});

describe('the name of a setting', () => {
  it('@START-20: is in the documents', () => {
    const all = documents.map(readDocument).join('\n');
    const isDocumented = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(all);
    // A secret's file is documented beside the secret.
    const names = Object.keys(allSettings).filter((name) => !name.endsWith('_FILE') || name.length < 10);
    expect(names.filter((name) => !isDocumented(name))).toEqual([]);
  });

  it.each(Object.keys(allSettings))('%s is that of its flag, in lower case and with hyphens', (name) => {
    expect(flagOf(name)).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(flagOf(name).replaceAll('-', '_').toUpperCase()).toBe(name);
  });

  it('@START-3: as a flag overrides the environment', () => {
    expect(settingsOf({ PORT: '1', HOST: '::1' }, '--port', '2')).toMatchObject({ PORT: 2, HOST: '::1' });
  });
});

describe('a setting with a wrong value', () => {
  it('@START-4: is named with what was expected and what was given', () => {
    expect(problemWith({ PORT: 'x' })).toBe('PORT: expected a whole number from 0 to 65535, got "x"');
  });

  it.each([
    ['CONSOLE_URL', 'ftp://user:top-secret@console.example'],
    ['CONSOLE_ADMIN_PASSWORD', 'top\u0000-secret'],
    ['CONSOLE_METRICS_TOKEN', 'top-secret'],
    ['OIDC_ISSUER', 'https://user:top-secret@sso.example'],
    ['SECOND_FACTOR_KEY', 'top-secret'],
    ['DEMO_TOKEN', 'svc_top-secret'],
    ['CONSOLE_URL', 'https://console.example,ftp://user:top\n-secret@other.example'],
  ])('@START-4: is not repeated if it may hold a secret: %s', (name, value) => {
    const problem = problemWith({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name}: expected `));
    expect(problem).not.toContain('secret');
    expect(problem).not.toContain('got');
  });
});
