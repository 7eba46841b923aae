// The action journal: what its file contains after each step, and after failures of the disk.
import { beforeEach, describe, expect, it } from 'vitest';
import { actionJournal, type ActionJournal } from '../../../application/journal/action-journal.js';
import type { JournalEntry } from '../../../domain/journal-entry.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../console/readable-log.js';
import { settle } from '../demo-bench.js';

const entry = (id: string): JournalEntry => ({
  id,
  operation: 'signal.on',
  owner: 'loopback',
  caller: 'loopback',
  startedAtMs: 0,
  timeoutMs: 2_000,
  commands: [],
});

/** The disk: it accepts writes, refuses them, or hangs. */
let disk: 'up' | 'full' | 'hangs';
let bytes: number;
let stored: Map<string, JournalEntry>;
let replaced: number;
let kept: readonly JournalEntry[];
let release: () => void;
let clock: ManualClock;
let log: MemoryLog;
let journal: ActionJournal;

const written = (change: () => void): Promise<void> => {
  if (disk === 'full') return Promise.reject(new Error('ENOSPC'));
  const apply = (): void => {
    change();
  };
  if (disk === 'up') return Promise.resolve().then(apply);
  return new Promise<void>((resolve) => (release = resolve)).then(apply);
};

const file = {
  size: () => bytes,
  append: (opened: readonly JournalEntry[], closed: readonly string[]) =>
    written(() => {
      for (const one of opened) stored.set(one.id, one);
      for (const id of closed) stored.delete(id);
    }),
  replace: (entries: readonly JournalEntry[]) =>
    written(() => {
      replaced += 1;
      stored = new Map(entries.map((one) => [one.id, one]));
    }),
};

const ids = (): readonly string[] => [...stored.keys()];

beforeEach(async () => {
  [disk, bytes, replaced, kept, stored] = ['up', 0, 0, [], new Map([['cut off', entry('cut off')]])];
  [clock, log] = [manualClock(), memoryLog()];
  journal = actionJournal({ file, clock, log, kept: () => kept });
  await settle(clock);
});

describe('@CRASH-1: the journal', () => {
  it('begins with a file without actions, then has those that are open', async () => {
    expect([ids(), replaced]).toEqual([[], 1]);
    await journal.begin(entry('a'));
    await journal.begin(entry('b'));
    expect(ids()).toEqual(['a', 'b']);
    journal.end('a');
    journal.end('a');
    journal.end('unknown');
    await journal.settled();
    expect([ids(), replaced]).toEqual([['b'], 1]);
  });

  it('keeps interrupted calls when its file is replaced because it has grown', async () => {
    kept = [entry('interrupted')];
    await journal.begin(entry('a'));
    bytes = 1_048_577;
    await journal.begin(entry('b'));
    expect([ids(), replaced]).toEqual([['interrupted', 'a', 'b'], 2]);
    bytes = 1_048_576;
    await journal.begin(entry('c'));
    expect(replaced).toBe(2);
  });

  it('is empty after the service has stopped', async () => {
    await journal.begin(entry('a'));
    await journal.close();
    expect(ids()).toEqual([]);
  });
});

describe('@CRASH-4: a disk', () => {
  it('that refuses writes delays no action, is logged once, and has everything once it accepts them', async () => {
    disk = 'full';
    await journal.begin(entry('a'));
    await journal.begin(entry('b'));
    expect(log.lines).toEqual([
      'the action journal is not written: after a crash, calls may be sent twice {"error":"ENOSPC"}',
    ]);
    disk = 'up';
    journal.end('a');
    await settle(clock);
    expect(ids()).toEqual(['b']);
    expect(log.lines.slice(1)).toEqual(['the action journal is written again {}']);
    disk = 'full';
    await journal.begin(entry('c'));
    expect(log.lines).toHaveLength(3);
  });

  it('that hangs delays one action by a second, and the next ones not at all', async () => {
    disk = 'hangs';
    const begun: string[] = [];
    const begin = (id: string): void => void journal.begin(entry(id)).then(() => begun.push(id));
    begin('a');
    await clock.advance(999);
    expect(begun).toEqual([]);
    await clock.advance(1);
    expect(begun).toEqual(['a']);
    begin('b');
    await settle(clock);
    expect(begun).toEqual(['a', 'b']);
    expect(log.lines).toHaveLength(1);
  });

  it('that hangs while very much changes has what is open afterwards', async () => {
    disk = 'hangs';
    void journal.begin(entry('first'));
    await clock.advance(1_000);
    for (let at = 0; at < 1_200; at += 1) void journal.begin(entry(String(at)));
    for (let at = 0; at < 1_199; at += 1) journal.end(String(at));
    disk = 'up';
    release();
    await settle(clock);
    await journal.settled();
    expect([ids(), replaced]).toEqual([['first', '1199'], 2]);
  });
});
