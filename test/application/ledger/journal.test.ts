// The action journal: what its file contains after each step, and after failures of the disk.
import { beforeEach, describe, expect, it } from 'vitest';
import { journal as openJournal, type Journal } from '../../../application/ledger/journal.js';
import type { JournalEntry } from '../../../domain/journal-entry.js';
import type { LedgerChanges, LedgerContent } from '../../../application/ports/ledger-file.js';
import type { KeptAnswer } from '../../../domain/kept-answer.js';
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

const answer = (key: string): KeptAnswer => ({
  ...{ owner: 'loopback', key, call: 'digest', endsAtMs: 1_000 },
  response: { result: 'accepted' },
});

/** The disk: it accepts writes, refuses them, or hangs. */
let disk: 'up' | 'full' | 'hangs';
let bytes: number;
let stored: Map<string, JournalEntry>;
let replaced: number;
let answers: KeptAnswer[];
let kept: LedgerContent;
let release: () => void;
let clock: ManualClock;
let log: MemoryLog;
let journal: Journal;

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
  append: ({ entries, answers: added, closed }: LedgerChanges) =>
    written(() => {
      for (const one of entries) stored.set(one.id, one);
      for (const id of closed) stored.delete(id);
      answers.push(...added);
    }),
  replace: ({ entries, answers: all }: LedgerContent) =>
    written(() => {
      replaced += 1;
      stored = new Map(entries.map((one) => [one.id, one]));
      answers = [...all];
    }),
};

const ids = (): readonly string[] => [...stored.keys()];

beforeEach(async () => {
  [disk, bytes, replaced, stored] = ['up', 0, 0, new Map([['cut off', entry('cut off')]])];
  [answers, kept] = [[], { entries: [], answers: [] }];
  [clock, log] = [manualClock(), memoryLog()];
  journal = openJournal({ file, clock, log, kept: () => kept });
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
    kept = { entries: [entry('interrupted')], answers: [answer('kept')] };
    await journal.begin(entry('a'));
    bytes = 1_048_577;
    await journal.begin(entry('b'));
    expect([ids(), replaced, answers]).toEqual([['interrupted', 'a', 'b'], 2, [answer('kept')]]);
    bytes = 2 * 1_048_577;
    await journal.begin(entry('c'));
    expect(replaced).toBe(2);
    bytes += 1;
    await journal.begin(entry('d'));
    expect(replaced).toBe(3);
  });

  it('has the answers once they are given, and those alone after the service has stopped', async () => {
    await journal.begin(entry('a'));
    journal.keep(answer('1'));
    journal.keep(answer('2'));
    await journal.settled();
    expect([answers, replaced]).toEqual([[answer('1'), answer('2')], 1]);
    kept = { entries: [], answers };
    await journal.close();
    expect([ids(), answers]).toEqual([[], [answer('1'), answer('2')]]);
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
