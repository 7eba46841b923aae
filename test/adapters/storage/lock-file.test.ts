// A file is locked as long as the process lives that has locked it, whatever the file contains.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFile, lockIn } from '../../../adapters/storage/lock-file.js';
import { storageFixture } from './storage-fixture.js';

const { folder } = storageFixture();

const path = () => lockIn(folder());
const lock = (): (() => void) => lockFile(path(), 'in use');

it('is locked once, by a process that the refusal names, until it is unlocked', () => {
  const unlock = lock();
  expect(lock).toThrow(`in use (process ${String(process.pid)})`);
  unlock();
  unlock();
  lock()();
});

it.each([
  ['of a container', '12 studio-a\n', 'in use (process 12 on host studio-a)'],
  ['of this machine', `12 ${hostname()}\n`, 'in use (process 12)'],
  ['that is damaged', '\0\0\n', 'in use'],
])('a refusal names the process of a note %s', (_, note, refusal) => {
  const unlock = lock();
  writeFileSync(`${path()}-holder`, note);
  expect(lock).toThrow(new Error(refusal));
  unlock();
});

it('is unlocked when its process is killed', async () => {
  const script = `const { DatabaseSync } = require('node:sqlite');
    const file = new DatabaseSync(process.argv[1]);
    file.exec('BEGIN EXCLUSIVE');
    setInterval(() => file.isOpen, 1_000);
    console.log('locked');`;
  const child = spawn(process.execPath, ['-e', script, path()], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(lock).toThrow('in use');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  lock()();
});

it('can not be locked where there is no folder', () => {
  expect(() => lockFile(join(folder(), 'none', 'lock'), 'in use')).toThrow('ENOENT');
});

describe('a damaged file', () => {
  it.each([
    ['garbage', Buffer.from('garbage'.repeat(400))],
    ['zeros', Buffer.alloc(4_096)],
    ['the beginning of a database', Buffer.from('SQLite format 3\0')],
  ])('that is %s is set aside, and locked', (_, content) => {
    writeFileSync(path(), content);
    const unlock = lock();
    expect(lock).toThrow('in use (process');
    const aside = readdirSync(folder()).filter((name) => name.startsWith('lock.set-aside-'));
    expect(aside.map((name) => readFileSync(join(folder(), name)))).toEqual([content]);
    unlock();
  });

  it.each([
    [
      'a directory',
      () => {
        mkdirSync(path());
      },
    ],
    [
      'a named pipe',
      () => {
        execFileSync('mkfifo', [path()]);
      },
    ],
    [
      'a symbolic link',
      () => {
        symlinkSync(join(folder(), 'target'), path());
      },
    ],
  ])('that is %s is refused by its name', (kind, make) => {
    make();
    expect(lock).toThrow(`${path()}: expected a regular file, got ${kind}; remove it`);
  });
});
