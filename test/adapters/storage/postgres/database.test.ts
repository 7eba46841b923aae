// How the driver protects a connection to the database, as its own reading of the URL and the environment says.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectionSecurity } from '../../../../adapters/storage/postgres/database.js';
import { isLoopbackHost } from '../../../../infra/machine/startup-errors.js';

const securityOf = (url: string): string => connectionSecurity(url, isLoopbackHost);
const far = 'postgres://console:password@192.0.2.1/console';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a connection', () => {
  it.each([
    'postgres://127.0.0.1/console',
    'postgres://[::1]/console',
    'postgres://localhost/console',
    'postgres:///console',
    'postgres:///console?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/console',
    'postgres://database.example/console?host=127.0.0.1',
  ])('to %s stays on this machine', (url) => {
    expect(securityOf(url)).toBe('local');
  });

  it.each([far, `${far}?sslmode=disable`, `${far}?ssl=0`, 'postgres://127.0.0.1/console?host=192.0.2.1'])(
    'to %s is in clear',
    (url) => {
      expect(securityOf(url)).toBe('clear');
    },
  );

  it.each(['verify-full', 'verify-ca', 'require', 'prefer'])('with sslmode=%s is verified by this driver', (mode) => {
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    expect(securityOf(`${far}?sslmode=${mode}`)).toBe('verified');
  });

  it.each([
    'sslmode=no-verify',
    'ssl=no-verify',
    'uselibpqcompat=true&sslmode=require',
    'uselibpqcompat=true&sslmode=prefer',
    `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${import.meta.filename}`,
  ])('with %s is encrypted, but not verified', (query) => {
    expect(securityOf(`${far}?${query}`)).toBe('unverified');
  });

  it('follows the environment where the URL is silent', () => {
    vi.stubEnv('PGHOST', '192.0.2.1');
    expect(securityOf('postgres:///console')).toBe('clear');
    vi.stubEnv('PGSSLMODE', 'no-verify');
    expect(securityOf('postgres:///console')).toBe('unverified');
    vi.stubEnv('PGSSLMODE', 'verify-full');
    expect(securityOf('postgres:///console')).toBe('verified');
  });

  it('can not be judged if the file of its authority is missing', () => {
    expect(() => securityOf(`${far}?sslmode=verify-full&sslrootcert=/nowhere.pem`)).toThrow('/nowhere.pem');
  });
});
