// Backup and restore of the embedded database while a service is connected.
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../adapters/storage/programs.js';
import { restoredServices } from '../adapters/storage/restored-services.contract.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const embedded = () => Promise.resolve({});

describe('@BACKUP-6: with a connected service', () => {
  restoredServices('from the embedded database to another', embedded, embedded);
});

/** The user and group of another user, who owns the data. */
const other = 65_534;

describe.skipIf(process.getuid?.() !== 0)('root', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    chmodSync(folder, 0o755);
  });

  it('restores data that another user owns, who can read it afterwards', async () => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    const key = join(data, 'second-factor-key');
    writeFileSync(key, 'a key of second factors', { mode: 0o600 });
    for (const path of [data, key]) chownSync(path, other, other);
    const backup = join(import.meta.dirname, '../adapters/storage/format-1.backup');
    expect(await runCommand(['console', 'restore', backup], { DATA_DIR: data })).toContain('restored the backup of');
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(files).toContain(join('console', 'console.sqlite'));
    expect(files.filter((file) => statSync(join(data, file)).uid !== other)).toEqual([]);

    const again = join(folder, 'console.backup');
    await runCommand(['console', 'backup', again], { DATA_DIR: data });
    expect(statSync(again).uid).toBe(0);
    const left = readdirSync(join(data, 'console'));
    expect(left.filter((file) => statSync(join(data, 'console', file)).uid !== other)).toEqual([]);
  });
});
