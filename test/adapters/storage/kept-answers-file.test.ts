// The stored answers to calls with idempotency keys, and files that can't be used.
import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../../adapters/storage/durable-files.js';
import { keptAnswersFile } from '../../../adapters/storage/kept-answers-file.js';
import type { KeptAnswer } from '../../../domain/kept-answer.js';
import { token } from '../../domain/fixtures.js';
import { failingDisk } from './failing-disk.js';
import { storageFixture } from './storage-fixture.js';

const { folder, loggedProblems, log } = storageFixture();

const storedFile = (operations = disk, studioId = 'studio-1') =>
  keptAnswersFile({ folder: join(folder(), 'data'), studioId, log, operations });
const path = () => join(folder(), 'data', 'kept-answers');

const answer = (message: string): KeptAnswer => ({
  owner: 'loopback',
  key: 'digest of the key',
  call: 'digest of the call',
  endsAtMs: 1_000,
  action: 'action-1',
  response: { failure: { code: 'device_error', message } },
});

const success: KeptAnswer = { ...answer(''), response: { result: { body: { value: [null] }, plain: 'OK' } } };
const accepted: KeptAnswer = { ...answer(''), response: { result: 'accepted' } };

describe('the stored answers', () => {
  it('@IDEMPOTENCY-9: are those that were stored last, and only the owner can read them', async () => {
    expect(await storedFile().load()).toEqual([]);
    await storedFile().save([answer('one')]);
    await storedFile().save([answer('two'), success, accepted]);
    expect(await storedFile().load()).toEqual([answer('two'), success, accepted]);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    await storedFile().save([]);
    expect(await storedFile().load()).toEqual([]);
    expect(loggedProblems()).toEqual([]);
  });

  it('@IDEMPOTENCY-9: contain no token', async () => {
    await storedFile().save([answer(`no clip ${token(1)}`)]);
    expect(await readFile(path(), 'utf8')).not.toContain(token(1));
    expect(await storedFile().load()).toEqual([answer('no clip ***')]);
  });

  it('make no file while there are none', async () => {
    await storedFile().save([]);
    await expect(access(path())).rejects.toThrow('ENOENT');
  });
});

describe('a file that can not be used', () => {
  it('is logged, and its answers are forgotten', async () => {
    await storedFile().save([answer('one')]);
    const whole = await readFile(path());
    await writeFile(path(), whole.subarray(0, -1));
    expect(await storedFile().load()).toEqual([]);
    for (const other of ['studio-2', 'studio-', 'studio-10']) {
      await writeFile(path(), whole);
      expect(await storedFile(disk, other).load()).toEqual([]);
    }
    await writeFile(path(), whole);
    expect(await storedFile({ ...disk, read: () => Promise.reject(new Error('broken')) }).load()).toEqual([]);
    expect(loggedProblems()).toEqual(Array(5).fill(expect.stringContaining('can not be used and are forgotten')));
  });

  it('because the disk fails is logged, and the earlier one stays', async () => {
    await storedFile().save([answer('one')]);
    await storedFile(failingDisk(2).operations).save([answer('two')]);
    expect(loggedProblems()).toEqual([expect.stringContaining('could not be stored')]);
    expect(await storedFile().load()).toEqual([answer('one')]);
  });
});
