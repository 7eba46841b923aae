// Secrets in files that only their owner can read.
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { initialPasswordFile, secretFile } from '../../../adapters/storage/secret-file.js';
import { storageFixture } from './storage-fixture.js';

const { folder } = storageFixture();
const file = () => secretFile(folder(), 'secret');

it.each(['', '\n', ' \t\r\n'])(
  'a file that contains %j has no secret, and another one is generated',
  async (content) => {
    writeFileSync(file().path, content);
    expect(await file().read()).toBeUndefined();
    expect(await initialPasswordFile(file()).readOrCreate('generated')).toBe('generated');
    expect(await file().read()).toBe('generated');
    expect(statSync(file().path).mode & 0o777).toBe(0o600);
  },
);

it('a secret is read without white space around it, and is not generated anew', async () => {
  writeFileSync(file().path, '  two words \r\n');
  expect(await file().read()).toBe('two words');
  expect(await initialPasswordFile(file()).readOrCreate('generated')).toBe('two words');
});

it('a missing file has no secret, and can be removed', async () => {
  expect(await file().read()).toBeUndefined();
  await file().write('stored');
  for (let times = 0; times < 2; times += 1) await file().remove();
  expect(existsSync(file().path)).toBe(false);
});

it('a file that can not be read is an error with its path', async () => {
  mkdirSync(file().path);
  await expect(file().read()).rejects.toThrow(`${file().path}: expected a regular file, got a directory; remove it`);
});

it('a password that somebody else could know is not believed: a symbolic link', async () => {
  writeFileSync(`${file().path}-target`, 'known to somebody else');
  symlinkSync(`${file().path}-target`, file().path);
  await expect(initialPasswordFile(file()).readOrCreate('x')).rejects.toThrow('is not a file of this user');
});

it.skipIf(process.getuid?.() !== 0)(
  'a password that somebody else could know is not believed: their file',
  async () => {
    writeFileSync(file().path, 'known to somebody else');
    await chown(file().path, 65_532, 65_532);
    await expect(initialPasswordFile(file()).readOrCreate('x')).rejects.toThrow('is not a file of this user');
  },
);
