// Secrets that stand in files.
import * as E from 'fp-ts/lib/Either.js';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecretFile } from '../../../infra/settings/secret-files.js';
import { allSettings } from '../../../infra/settings/declared-settings.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { rightOf } from '../../domain/fixtures.js';

describe('secrets that stand in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-secrets-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const fileWith = (content: string): string => {
    const file = join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  };

  /** Every setting that has a file beside it. */
  const names = Object.keys(allSettings).filter((name) => `${name}_FILE` in allSettings);
  const messageOf = (environment: NodeJS.ProcessEnv): string => {
    const read = readSettings([], environment);
    return E.isLeft(read) ? read.left : 'accepted';
  };

  const secret = 'a-secret-of-more-than-thirty-two-characters';

  describe.each(names)('@START-14: %s in a file', (name) => {
    it('is read without white space around it', () => {
      const { settings } = rightOf(readSettings([], { [`${name}_FILE`]: fileWith(` ${secret}\n`) }));
      expect(settings).toMatchObject({ [name]: secret });
    });

    it('may not be given twice', () => {
      const given = { [`${name}_FILE`]: fileWith(secret), [name]: secret };
      expect(messageOf(given)).toBe(`${name}_FILE: expected nothing, because ${name} is set`);
    });

    it('is absent if no file is named', () => {
      expect(messageOf({ [`${name}_FILE`]: '' })).toBe('accepted');
    });

    it('must not be empty', () => {
      const file = fileWith('\n');
      expect(messageOf({ [`${name}_FILE`]: file })).toBe(`${name}_FILE: ${file} is empty`);
    });

    it('must be in UTF-8', () => {
      const file = join(folder, 'secret');
      writeFileSync(file, secret, 'utf16le');
      const message = `${name}_FILE: ${file}: expected a file in UTF-8, got UTF-16 (little-endian); save it as UTF-8`;
      expect(messageOf({ [`${name}_FILE`]: file })).toBe(message);
    });

    it('must be readable', () => {
      const message = `${name}_FILE: /missing/file can't be read (ENOENT)`;
      expect(messageOf({ [`${name}_FILE`]: '/missing/file' })).toBe(message);
    });
  });

  describe('@START-14: an invalid secret in a file', () => {
    it('is refused without its value', () => {
      const file = fileWith('hunter2');
      const message = messageOf({ CONSOLE_ADMIN_PASSWORD_FILE: file });
      expect(message).toMatch(/^CONSOLE_ADMIN_PASSWORD_FILE: expected a text of 8 to 1024 characters.* in .*secret$/);
      expect(message).not.toContain('hunter2');
    });
  });
});

describe('the secret of a device', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-device-secrets-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const pathOf = (name: string): string => join(folder, name);

  it('is read without white space around it, also over a symbolic link as containers have it', async () => {
    writeFileSync(pathOf('secret'), ' hunter2\n');
    symlinkSync(pathOf('secret'), pathOf('link'));
    expect(await readSecretFile(pathOf('link'))).toBe('hunter2');
  });

  it('must be there, and must not be empty', async () => {
    writeFileSync(pathOf('empty'), '\n');
    await expect(readSecretFile(pathOf('empty'))).rejects.toThrow(`${pathOf('empty')} is empty`);
    await expect(readSecretFile('/missing/file')).rejects.toThrow("/missing/file can't be read (ENOENT)");
  });

  it('is not read from a named pipe, which would wait for a writer', async () => {
    execFileSync('mkfifo', [pathOf('pipe')]);
    const reading = readSecretFile(pathOf('pipe'));
    await expect(reading).rejects.toThrow(`${pathOf('pipe')}: expected a regular file, got a named pipe`);
  });
});
