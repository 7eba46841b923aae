// Tests of the entries of the action journal.
import { describe, expect, it } from 'vitest';
import { guardedUntilMs, isSameCall, JournalEntry } from '../../domain/journal-entry.js';

const entry: JournalEntry = {
  id: 'a-1',
  operation: 'clip.play',
  owner: 'device:1',
  caller: 'device:Panel',
  startedAtMs: 1_000,
  timeoutMs: 2_000,
  commands: [{ name: 'players.play', target: ['out-1', 'full', 'news', 'weather'], expected: null }],
};

describe('the same call', () => {
  it('has the same operation, caller and commands, whatever its device will show', () => {
    const commands = entry.commands.map((command) => ({ ...command, expected: ['news'] }));
    expect(isSameCall(entry, { ...entry, commands })).toBe(true);
  });

  it.each([
    ['operation', { operation: 'clip.cue' }],
    ['caller', { owner: 'device:2' }],
    ['command', { commands: [{ name: 'players.cue', target: entry.commands[0]?.target ?? [], expected: null }] }],
    ['target', { commands: [{ name: 'players.play', target: ['out-1'], expected: null }] }],
    ['number of commands', { commands: [] }],
  ])('has no other %s', (_what, other) => {
    expect(isSameCall(entry, { ...entry, ...other })).toBe(false);
  });
});

describe('an interrupted call', () => {
  it('is guarded until 30 s after its timeout', () => {
    expect(guardedUntilMs(entry, 10_000)).toBe(33_000);
  });

  it('was not under way any more when the journal was loaded', () => {
    expect(guardedUntilMs({ ...entry, timeoutMs: 30_000 }, 5_000)).toBe(35_000);
  });

  it('is guarded for 30 s if the clock was set back since', () => {
    expect(guardedUntilMs({ ...entry, startedAtMs: 9_000_000 }, 5_000)).toBe(35_000);
  });
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
