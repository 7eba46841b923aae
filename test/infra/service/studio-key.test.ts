// The studio key, when its file changes while the service runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readSettings } from '../../../infra/settings/settings.js';
import { studioKeyOf } from '../../../infra/service/studio-key.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

it('is that of the file after each reload, and stays if the file has none', () => {
  const file = join(folder, 'studio-key');
  writeFileSync(file, 'first\n');
  const log = memoryLog();
  const key = studioKeyOf(rightOf(readSettings([], { STUDIO_KEY_FILE: file })).settings, log);
  const reloaded = (content: string): string | undefined => {
    writeFileSync(file, content);
    key?.reload();
    return key?.current();
  };
  expect(key?.current()).toBe('first');
  expect(['second\n', 'second\n', '', 'third'].map(reloaded)).toEqual(['second', 'second', 'second', 'third']);
  expect(log.lines).toEqual([
    'the studio key was replaced {}',
    expect.stringContaining('the studio key was not replaced {"reason":"STUDIO_KEY_FILE: '),
    'the studio key was replaced {}',
  ]);
});

it('of a setting is not replaced by a reload', () => {
  const key = studioKeyOf(rightOf(readSettings([], { STUDIO_KEY: 'own' })).settings, memoryLog());
  key?.reload();
  expect(key?.current()).toBe('own');
});
