// Tests of the entries of the action journal.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { guardedUntilMs, isSameCall, JournalEntry, relationTo } from '../../domain/journal-entry.js';
import type { Command } from '../../domain/studio/command.js';

const play: Command = { do: 'play', output: 'out-1', scene: 'full', clip: { bank: 'news', clip: { key: 'weather' } } };

const entry: JournalEntry = {
  id: 'a-1',
  operation: 'clip.play',
  owner: 'device:1',
  caller: 'device:Panel',
  startedAtMs: 1_000,
  timeoutMs: 2_000,
  commands: [play],
};

describe('the same call', () => {
  it('has the same operation, caller and commands', () => {
    const repeated = { ...entry, id: 'a-2', commands: [{ ...play }] };
    expect(isSameCall(entry, repeated)).toBe(true);
  });

  it.each([
    ['operation', { operation: 'clip.cue' }],
    ['caller', { owner: 'device:2' }],
    ['command', { commands: [{ ...play, do: 'cue' as const }] }],
    ['number of commands', { commands: [] }],
  ])('has no other %s', (_what, other) => {
    expect(isSameCall(entry, { ...entry, ...other })).toBe(false);
  });
});

describe('an interrupted call', () => {
  it('is guarded until 30 s after its timeout', () => {
    expect(guardedUntilMs(entry, 10_000)).toBe(33_000);
  });

  it('with a key is guarded until 10 minutes after its timeout', () => {
    expect(guardedUntilMs({ ...entry, key: 'press 1' }, 10_000)).toBe(603_000);
  });

  it('was not under way any more when the journal was loaded', () => {
    expect(guardedUntilMs({ ...entry, timeoutMs: 30_000 }, 5_000)).toBe(35_000);
  });

  it('is guarded for 30 s if the clock was set back since', () => {
    expect(guardedUntilMs({ ...entry, startedAtMs: 9_000_000 }, 5_000)).toBe(35_000);
  });
});

describe('@CRASH-5: a call after a crash', () => {
  const keyed: JournalEntry = { ...entry, key: 'press 1' };
  const loadedAtMs = 10_000;
  const at = (nowMs: number) => ({ loadedAtMs, nowMs });
  const other = { operation: 'clip.cue' };

  it.each([
    ['the same call without a key, within 30 s', entry, entry, 32_999, 'repetition'],
    ['the same call without a key, later', entry, entry, 33_000, 'none'],
    ['the same call with the same key, within 10 minutes', keyed, keyed, 602_999, 'repetition'],
    ['the same call with the same key, later', keyed, keyed, 603_000, 'none'],
    ['the same call with another key', keyed, { ...keyed, key: 'press 2' }, 10_000, 'none'],
    ['the same call with a key, after one without', entry, keyed, 10_000, 'none'],
    ['the same call without a key, after one with a key', keyed, entry, 10_000, 'none'],
    ['another call with the same key', keyed, { ...keyed, ...other }, 602_999, 'conflict'],
    ['another call with the same key, later', keyed, { ...keyed, ...other }, 603_000, 'none'],
    ['another call with another key', keyed, { ...keyed, ...other, key: 'press 2' }, 20_000, 'none'],
    ['another call without a key', entry, { ...entry, ...other }, 20_000, 'none'],
    ['the key of another caller', keyed, { ...keyed, owner: 'device:2' }, 20_000, 'none'],
  ] as const)('is judged: %s', (_what, interrupted, call, nowMs, relation) => {
    expect(relationTo(interrupted, call, at(nowMs))).toBe(relation);
  });

  it('has an entry with its key, which earlier entries lack', () => {
    expect(JournalEntry.is(keyed)).toBe(true);
    expect(JournalEntry.is({ ...keyed, key: 5 })).toBe(false);
  });
});

it('an entry of an earlier version is read as it is now', () => {
  const earlier = { name: 'players.play', target: ['out-1', 'full', 'news', 'weather'], expected: null };
  expect(JournalEntry.decode({ ...entry, commands: [earlier] })).toEqual(E.right(entry));
  expect(JournalEntry.decode(entry)).toEqual(E.right(entry));
});

it('an entry is recognized', () => {
  expect(JournalEntry.is(entry)).toBe(true);
  expect(JournalEntry.is({ ...entry, commands: [{ name: 'players.play' }] })).toBe(false);
});

describe('an entry of a damaged file', () => {
  it('is none if its time is no moment', () => {
    expect(JournalEntry.is(entry)).toBe(true);
    expect(JournalEntry.is({ ...entry, startedAtMs: 1e300 })).toBe(false);
  });
});
