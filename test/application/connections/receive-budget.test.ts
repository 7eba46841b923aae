// What one connection may receive, and what is reported of one that sends more.
import { beforeEach, expect, it } from 'vitest';
import { ReceiveBudget, type ReceiveLimits } from '../../../application/connections/receive-budget.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';

const limits: ReceiveLimits = { messagesPerS: 100, bytesPerS: 1_048_576, burstS: 2 };

let clock: ManualClock;
let notes: (string | null)[];
let budget: ReceiveBudget;

beforeEach(() => {
  clock = manualClock();
  notes = [];
  budget = new ReceiveBudget({ clock, flooded: (message) => void notes.push(message) }, limits);
});

const taken = (count: number, bytes = 0): number =>
  Array.from({ length: count }, () => budget.takeMessage(bytes)).filter(Boolean).length;

it('permits a burst, and then what the limits refill', async () => {
  expect(taken(1_000)).toBe(200);
  await clock.advance(500);
  expect(taken(1_000)).toBe(49);
  await clock.advance(60_000);
  expect(taken(1_000, 1_048_576)).toBe(2);
});

it('reports a flood once, and its end after a minute of calm', async () => {
  taken(1_000);
  await clock.advance(30_000);
  taken(1_000);
  const reason = 'it sends more than 100 messages a second for longer than 2 s';
  expect(notes).toEqual([reason]);
  await clock.advance(59_999);
  expect(notes).toEqual([reason]);
  await clock.advance(1);
  expect([notes, budget.isFlooding]).toEqual([[reason, null], false]);
});

it('counts all messages, whether they are within the limits or not', () => {
  taken(1_000);
  expect(budget.messages).toBe(1_000);
});

it('a connection that is closed floods no more, and one without a flood has nothing to report', () => {
  budget.close();
  expect(notes).toEqual([]);
  taken(1_000);
  budget.close();
  expect([notes.at(-1), clock.waiting()]).toEqual([null, 0]);
});
