// The file of the log, as configured.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { logFor } from '../../../infra/machine/log.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { rightOf } from '../../domain/fixtures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const settingsWith = (environment: Readonly<Record<string, string>>) => rightOf(readSettings([], environment)).settings;

it('LOG_FILE is created for its owner only, before anything is logged, whatever the umask', () => {
  const file = join(folder, 'service.log');
  const before = process.umask(0);
  try {
    logFor(settingsWith({ LOG_FILE: file }));
    expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([0o600, '']);
  } finally {
    process.umask(before);
  }
});

it('LOG_FILE that can not be written to prevents the start', () => {
  expect(() => logFor(settingsWith({ LOG_FILE: folder }))).toThrow(`LOG_FILE: ${folder} can't be written (EISDIR)`);
});

it('parts with the same settings share a log', () => {
  const settings = { LOG_FILE: join(folder, 'service.log') };
  expect(logFor(settingsWith(settings))).toBe(logFor(settingsWith(settings)));
  expect(logFor(settingsWith({ ...settings, LOG_LEVEL: 'debug' }))).not.toBe(logFor(settingsWith(settings)));
});
