// The settings of the audit log.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { openAudit } from '../../infra/audit.js';
import { readSettings, type Settings } from '../../infra/settings.js';
import { manualClock } from '../../simulator/clock.js';
import { storageFixture } from '../storage/storage-fixture.js';

const { folder, log } = storageFixture();

const read = (environment: Record<string, string>): Partial<Settings> | string => {
  const result = readSettings([], environment);
  return E.isLeft(result) ? result.left : result.right.settings;
};

describe('the settings of the audit log', () => {
  it('have defaults', () => {
    expect(read({})).toMatchObject({ AUDIT_DAYS: 365, AUDIT_MEGABYTES: 200 });
  });

  it.each([
    ['tls://audit.example', { host: 'audit.example', port: 6514 }],
    ['tls://10.0.0.1:7000', { host: '10.0.0.1', port: 7000 }],
    ['tls://[fd00::1]:7000', { host: 'fd00::1', port: 7000 }],
  ])('accept the receiver %s', (text, receiver) => {
    expect(read({ AUDIT_SYSLOG: text })).toMatchObject({ AUDIT_SYSLOG: receiver });
  });

  it.each(['tcp://audit.example', 'tls://', 'tls://user:secret@audit.example', 'tls://audit.example/path', 'audit'])(
    'reject the receiver %s',
    (text) => {
      expect(read({ AUDIT_SYSLOG: text })).toMatch(/^AUDIT_SYSLOG: expected an address of the form tls:/);
    },
  );

  it.each([
    ['AUDIT_DAYS', '0', 'a whole number of days from 1 to 3650'],
    ['AUDIT_MEGABYTES', 'many', 'a whole number of MiB from 1 to 1000000'],
  ])('reject %s=%s', (name, value, expected) => {
    expect(read({ [name]: value })).toBe(`${name}: expected ${expected}, got "${value}"`);
  });

  it('reject the authority of a receiver that is not given', async () => {
    const settings = read({ AUDIT_SYSLOG_CA: '/missing/authority.pem', DATA_DIR: folder() }) as Settings;
    const deps = { settings, log, clock: manualClock() };
    await expect(openAudit('service', deps)).rejects.toThrow(
      'AUDIT_SYSLOG: expected the receiver that AUDIT_SYSLOG_CA belongs to',
    );
  });
});
