// Tests of the action journal on disk, and of actions whose disk is full or doesn't answer.
import { appendFileSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withChecksum } from '../../../adapters/storage/checksummed-file.js';
import { ledgerFile } from '../../../adapters/storage/ledger-file.js';
import { journal as openJournal } from '../../../application/ledger/journal.js';
import type { LedgerFile } from '../../../application/ports/ledger-file.js';
import type { JournalEntry } from '../../../domain/journal-entry.js';
import type { KeptAnswer } from '../../../domain/kept-answer.js';
import type { Command } from '../../../domain/studio/command.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { token } from '../../domain/fixtures.js';
import { failingDisk } from './failing-disk.js';
import { storageFixture } from './storage-fixture.js';

const { folder, loggedProblems, log } = storageFixture();

const entry = (id: string): JournalEntry => ({
  id,
  operation: 'clip.play',
  owner: 'loopback',
  caller: 'loopback',
  startedAtMs: 0,
  timeoutMs: 2_000,
  commands: [{ do: 'play', output: 'out-1', scene: 'full', clip: { bank: 'news', clip: { key: 'weather' } } }],
});

const changes = (
  entries: readonly JournalEntry[] = [],
  closed: readonly string[] = [],
  answers: readonly KeptAnswer[] = [],
) => ({
  entries,
  closed,
  answers,
});

let files: LedgerFile[] = [];
afterEach(async () => {
  // A file that is replaced is closed.
  for (const file of files) await file.replace(changes([]));
  files = [];
});

const openFile = (studioId = 'studio-1'): LedgerFile => {
  const file = ledgerFile({ folder: folder(), studioId, log });
  files.push(file);
  return file;
};

const path = (): string => join(folder(), 'action-journal');
const stored = async (): Promise<readonly string[]> => (await openFile().load()).entries.map(({ id }) => id);

describe('the journal file', () => {
  it('is empty at first', async () => {
    expect(await stored()).toEqual([]);
  });

  it('contains what was opened and not closed, for its owner only', async () => {
    const file = openFile();
    await file.append(changes([entry('a'), entry('b')], []));
    await file.append(changes([entry('c')], ['a']));
    expect(await stored()).toEqual(['b', 'c']);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('contains of a command what identifies it, and nothing more', async () => {
    const clip = { bank: 'news', clip: { key: 'weather', name: 'Weather', media: 'weather' } };
    const play: Command = { do: 'play', output: 'out-1', scene: 'full', clip };
    const run = { do: 'run' as const, macro: 'mac-1', values: { guest: 'Ada' }, pin: 'alpha' };
    await openFile().append(changes([{ ...entry('a'), commands: [play, run] }], []));
    expect(readFileSync(path(), 'utf8')).not.toMatch(/Weather|Ada|alpha/);
    const [read] = (await openFile().load()).entries;
    expect(read?.commands).toEqual([...entry('a').commands, { do: 'run', macro: 'mac-1' }]);
  });

  it('contains what an earlier version has opened', async () => {
    const command = { name: 'players.play', target: ['out-1', 'full', 'news', 'weather'], expected: null };
    writeFileSync(path(), `\n${JSON.stringify({ open: { ...entry('a'), commands: [command] } })}\n`);
    expect((await openFile().load()).entries).toEqual([entry('a')]);
    expect(loggedProblems()).toEqual([]);
  });

  it('does not contain what was opened and closed at once', async () => {
    await openFile().append(changes([entry('a'), entry('b')], ['a']));
    expect(await stored()).toEqual(['b']);
  });

  it('is replaced by open entries, and appended to again', async () => {
    const file = openFile();
    await file.append(changes([entry('a'), entry('b')], ['a']));
    await file.replace(changes([entry('b')]));
    await file.append(changes([entry('c')], []));
    expect(await stored()).toEqual(['b', 'c']);
    expect(file.size()).toBe(statSync(path()).size);
  });

  it('has the size of what is stored, also after a replacement that failed', async () => {
    for (let failsAt = 1; failsAt <= 5; failsAt += 1) {
      const file = ledgerFile({
        folder: folder(),
        studioId: 'studio-1',
        log,
        operations: failingDisk(failsAt).operations,
      });
      await file.append(changes([entry('a'), entry('b')], ['a']));
      const size = file.size();
      const isReplaced = await file.replace(changes([])).then(
        () => true,
        () => false,
      );
      expect([failsAt, isReplaced, file.size() === size]).toEqual([failsAt, failsAt > 4, failsAt <= 4]);
    }
  });

  it('ignores a line that was cut off, and ends it before the next', async () => {
    await openFile().append(changes([entry('a')], []));
    appendFileSync(path(), '{"open":{"id":"cut o');
    expect(await stored()).toEqual(['a']);
    await openFile().append(changes([entry('b')], []));
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('is never what a symbolic link leads to', async () => {
    const target = join(folder(), 'target');
    writeFileSync(target, 'of somebody else');
    symlinkSync(target, path());
    await expect(openFile().append(changes([entry('a')], []))).rejects.toThrow('ELOOP');
    expect(readFileSync(target, 'utf8')).toBe('of somebody else');
  });

  it('ignores what it does not understand', async () => {
    writeFileSync(path(), '7\n{"open":{}}\n\0\n');
    expect(await stored()).toEqual([]);
  });
});

describe('the answers in the journal file', () => {
  const answer = (key: string, message = ''): KeptAnswer => ({
    ...{ owner: 'loopback', key, call: 'digest of the call', endsAtMs: 1_000, action: 'action-1' },
    response: { failure: { code: 'device_error', message } },
  });
  const success: KeptAnswer = { ...answer('b'), response: { result: { body: { value: [null] }, plain: 'OK' } } };
  const accepted: KeptAnswer = { ...answer('c'), response: { result: 'accepted' } };
  const answers = async (): Promise<readonly KeptAnswer[]> => (await openFile().load()).answers;
  const former = (): string => join(folder(), 'kept-answers');

  it('@IDEMPOTENCY-9: are there however the service ended, of each key the last', async () => {
    const file = openFile();
    await file.replace(changes([], [], [answer('a', 'one'), success]));
    await file.append(changes([entry('x')], [], [answer('a', 'two'), accepted]));
    await file.append(changes([], ['x'], []));
    expect(await answers()).toEqual([answer('a', 'two'), success, accepted]);
    await file.replace(changes([], [], [accepted]));
    expect(await answers()).toEqual([accepted]);
    expect(loggedProblems()).toEqual([]);
  });

  it('@IDEMPOTENCY-9: contain no token', async () => {
    await openFile().append(changes([], [], [answer('a', `no clip ${token(1)}`)]));
    expect(readFileSync(path(), 'utf8')).not.toContain(token(1));
    expect(await answers()).toEqual([answer('a', 'no clip ***')]);
  });

  it('of another studio are not used', async () => {
    await openFile('studio-10').append(changes([], [], [answer('a')]));
    expect(await answers()).toEqual([]);
  });

  it('of an earlier version are read until the file has them, then its file is gone', async () => {
    writeFileSync(former(), withChecksum({ studioId: 'studio-1', answers: [answer('a'), success] }));
    const file = openFile();
    expect((await file.load()).answers).toEqual([answer('a'), success]);
    expect(await answers()).toEqual([answer('a'), success]);
    await file.replace(changes([], [], [success]));
    expect(existsSync(former())).toBe(false);
    expect(await answers()).toEqual([success]);
  });

  it('of an earlier version, and another studio, are set aside', async () => {
    writeFileSync(former(), withChecksum({ studioId: 'studio-10', answers: [answer('a')] }));
    expect(await answers()).toEqual([]);
    expect(loggedProblems()).toEqual([expect.stringContaining('can not be used and are forgotten')]);
  });
});

describe('an append to the journal file', () => {
  const recordingFile = () => {
    const operations: string[] = [];
    const note = (operation: string) => (): Promise<void> => {
      operations.push(operation);
      return Promise.resolve();
    };
    const handle = {
      write: note('write'),
      writeDurably: note('write durably'),
      sync: note('sync'),
      close: note('close'),
    };
    return {
      operations,
      file: ledgerFile({ folder: folder(), studioId: 'studio-1', log, openFile: () => Promise.resolve(handle) }),
    };
  };

  it('@CRASH-1: ends once an entry that it opens is on disk', async () => {
    const { operations, file } = recordingFile();
    await file.append(changes([entry('a')], []));
    await file.append(changes([entry('b')], ['a']));
    expect(operations).toEqual(['write durably', 'write durably']);
  });

  it('does not wait for the disk if it only closes entries', async () => {
    const { operations, file } = recordingFile();
    await file.append(changes([], ['a']));
    expect(operations).toEqual(['write']);
  });
});

describe('the action journal', () => {
  let clock: ManualClock;

  beforeEach(() => {
    clock = manualClock();
  });

  const journalOver = (file: Pick<LedgerFile, 'append' | 'replace' | 'size'>) =>
    openJournal({ file, clock, log, kept: () => changes() });

  it('stores an action before it begins, and removes it when it has ended', async () => {
    const journal = journalOver(openFile());
    await journal.begin(entry('a'));
    await journal.begin(entry('b'));
    expect(await stored()).toEqual(['a', 'b']);
    journal.end('a');
    await journal.settled();
    expect(await stored()).toEqual(['b']);
    await journal.close();
    expect(readFileSync(path(), 'utf8').trim()).toBe('');
  });

  it('is replaced by its open actions before it grows without limit', async () => {
    const file = openFile();
    const journal = journalOver(file);
    for (let at = 0; at < 6_000; at += 1) {
      await journal.begin(entry(String(at)));
      journal.end(String(at - 1));
    }
    await journal.settled();
    expect(statSync(path()).size).toBeLessThan(1_100_000);
    expect(await stored()).toEqual(['5999']);
  });

  it('@CRASH-4: lets actions begin while the disk is full, and stores them when it has space again', async () => {
    const file = openFile();
    let isFull = true;
    const full = () => (isFull ? Promise.reject(new Error('ENOSPC')) : undefined);
    const journal = journalOver({
      append: (added) => full() ?? file.append(added),
      replace: (content) => full() ?? file.replace(content),
      size: file.size,
    });
    await journal.begin(entry('a'));
    await journal.begin(entry('b'));
    expect(loggedProblems()).toEqual([expect.stringContaining('after a crash, calls may be sent twice')]);
    isFull = false;
    await clock.advance(30_000);
    await journal.settled();
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('delays one action by at most a second while the disk hangs, and no further one', async () => {
    const hung = new Promise<never>(() => undefined);
    const journal = journalOver({ append: () => hung, replace: () => hung, size: () => 0 });
    let begun = 0;
    const count = () => (begun += 1);
    void journal.begin(entry('a')).then(count);
    await clock.advance(999);
    expect(begun).toBe(0);
    await clock.advance(1);
    expect(begun).toBe(1);
    for (let at = 0; at < 5_000; at += 1) await journal.begin(entry(String(at)));
    expect(loggedProblems()).toHaveLength(1);
  });
});
