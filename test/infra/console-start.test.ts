// What is left of earlier starts of a console, and whom a service's link trusts.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import { cheapPasswords } from '../../features/support/cheap-passwords.js';
import { silent } from '../../features/support/silent-log.js';
import { consoleConnection } from '../../infra/console-link.js';
import { composeConsole } from '../../infra/console.js';
import { readSettings } from '../../infra/settings.js';
import { basic, callerOf } from '../console/console.js';
import { rightOf } from '../domain/fixtures.js';

const folderOf = (name: string) => mkdtempSync(join(tmpdir(), `studio-control-${name}-`));
const settingsOf = (given: Readonly<Record<string, string>>) => rightOf(readSettings([], given)).settings;

it('the file of a generated password is removed at the next start once the password was changed', async () => {
  const folder = folderOf('console-start');
  const start = () => composeConsole(settingsOf({ DATA_DIR: folder }), silent, cheapPasswords);
  const first = await start();
  const path = first.passwordPath ?? '';
  const current = readFileSync(path, 'utf8').trim();
  await first.stop();
  const second = await start();
  expect(second.passwordPath).toBe(path);
  const changed = await callerOf(second.server)('PUT', '/api/session/password', {
    body: { current, next: 'chosen by myself' },
    headers: { authorization: basic('admin', current) },
  });
  expect(changed.status).toBe(204);
  await second.stop();
  const third = await start();
  expect([third.passwordPath, existsSync(path)]).toEqual([undefined, false]);
  await third.stop();
  rmSync(folder, { recursive: true });
});

it('CONSOLE_CA is trusted beside the authorities of the system, not in place of them', () => {
  const folder = folderOf('authority');
  // Sets them without duplicates.
  setDefaultCACertificates(getCACertificates('default'));
  const before = getCACertificates('default');
  const [own = '', ...others] = before;
  setDefaultCACertificates(others);
  const CONSOLE_CA = join(folder, 'ca.pem');
  writeFileSync(CONSOLE_CA, own);
  const settings = settingsOf({ CONSOLE_URL: 'https://console.example', STUDIO_KEY: 'key', CONSOLE_CA });
  consoleConnection({ settings, log: silent }, demoStudio);
  const trusted = getCACertificates('default').map((certificate) => certificate.trim());
  setDefaultCACertificates(before);
  expect(new Set(trusted)).toEqual(new Set(before.map((certificate) => certificate.trim())));
  rmSync(folder, { recursive: true });
});

it.each(['http://a.example,https://b.example', 'https://a.example,http://b.example'])(
  'a service does not send its key beyond loopback without TLS, also to one of several consoles: %s',
  (CONSOLE_URL) => {
    const settings = settingsOf({ CONSOLE_URL, STUDIO_KEY: 'key' });
    expect(() => consoleConnection({ settings, log: silent }, demoStudio)).toThrow('CONSOLE_URL: expected https');
  },
);
