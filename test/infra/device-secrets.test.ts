// Files with the secrets of devices: whatever is at their path, reading it ends soon.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecretFile } from '../../infra/secret-files.js';

const folder = mkdtempSync(join(tmpdir(), 'studio-control-device-secrets-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const pathOf = (name: string): string => join(folder, name);

describe('the secret of a device', () => {
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

  it('is not read from a device, which may never end', async () => {
    await expect(readSecretFile('/dev/zero')).rejects.toThrow('/dev/zero: expected a regular file, got a device');
  });

  it('has a bounded length', async () => {
    writeFileSync(pathOf('large'), 'a'.repeat(1_048_577));
    const reading = readSecretFile(pathOf('large'));
    await expect(reading).rejects.toThrow(`${pathOf('large')}: expected a file of up to 1048576 bytes`);
  });
});
