// Secrets in files that only their owner can read.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
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
