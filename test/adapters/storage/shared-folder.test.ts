// A DATA_DIR that other users can write to: nothing that they prepare there receives or replaces a secret.
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { chown, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk, diskOperations, replaceFile } from '../../../adapters/storage/durable-files.js';
import { makeFolders } from '../../../adapters/storage/make-folders.js';
import { initialPasswordFile, secretFile, type SecretFile } from '../../../adapters/storage/secret-file.js';
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import { storageFixture } from './storage-fixture.js';

const { folder } = storageFixture();

const secret = 'a generated password';
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const passwordFile = (): SecretFile => secretFile(folder(), 'console-admin-password');

describe('a prepared temporary file', () => {
  it('of any mode never receives the secret', async () => {
    const { path, write } = passwordFile();
    writeFileSync(`${path}.new`, '');
    chmodSync(`${path}.new`, 0o666);
    const prepared = openSync(`${path}.new`, 'r');
    await write(secret);
    expect(readFileSync(prepared, 'utf8')).toBe('');
    closeSync(prepared);
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([0o600, `${secret}\n`]);
  });

  it('that is a symbolic link is removed, and its target keeps its content', async () => {
    const { path, write } = passwordFile();
    const target = join(folder(), 'target');
    writeFileSync(target, 'before');
    symlinkSync(target, `${path}.new`);
    await write(secret);
    expect(readFileSync(target, 'utf8')).toBe('before');
    expect([lstatSync(path).isFile(), modeOf(path)]).toEqual([true, 0o600]);
  });

  it('that appears after the removal makes the write fail', async () => {
    const path = join(folder(), 'file');
    const target = join(folder(), 'target');
    symlinkSync(target, `${path}.new`);
    const racing = diskOperations({ makeFolders, open, readFile, rename, remove: () => Promise.resolve() });
    await expect(replaceFile(racing, path, Buffer.from(secret))).rejects.toThrow('EEXIST');
    expect([existsSync(path), existsSync(target)]).toEqual([false, false]);
  });

  it('that is a folder makes the write fail', async () => {
    const path = join(folder(), 'file');
    mkdirSync(`${path}.new`);
    await expect(replaceFile(disk, path, Buffer.from(secret))).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
  });

  it('that a crash left behind does not prevent the next write', async () => {
    const path = join(folder(), 'file');
    writeFileSync(`${path}.new`, 'half', { mode: 0o600 });
    await replaceFile(disk, path, Buffer.from(secret));
    expect(readFileSync(path, 'utf8')).toBe(secret);
  });
});

describe('a prepared password file', () => {
  it('is not believed if it is a symbolic link', async () => {
    const target = join(folder(), 'target');
    writeFileSync(target, 'known to somebody else');
    symlinkSync(target, passwordFile().path);
    await expect(initialPasswordFile(passwordFile()).readOrCreate(secret)).rejects.toThrow(
      'is not a file of this user',
    );
  });

  it.skipIf(process.getuid?.() !== 0)('is not believed if it belongs to another user', async () => {
    const { path } = passwordFile();
    writeFileSync(path, 'known to somebody else');
    await chown(path, 65_532, 65_532);
    await expect(initialPasswordFile(passwordFile()).readOrCreate(secret)).rejects.toThrow(
      'is not a file of this user',
    );
  });
});

describe('the embedded database', () => {
  it('is readable by its owner only, with all its files, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const location = join(folder(), 'console', 'console.sqlite');
      const store = openSqliteStore(location);
      expect(modeOf(join(folder(), 'console'))).toBe(0o700);
      expect([modeOf(location), modeOf(`${location}-wal`)]).toEqual([0o600, 0o600]);
      await store.close();
    } finally {
      process.umask(before);
    }
  });

  it('is not opened through a symbolic link', () => {
    const target = join(folder(), 'target');
    const location = join(folder(), 'console.sqlite');
    symlinkSync(target, location);
    expect(() => openSqliteStore(location)).toThrow('ELOOP');
    expect(existsSync(target)).toBe(false);
  });
});
