// The pause before a connection is opened again.
import { expect, it } from 'vitest';
import { RetryPause } from '../../../application/connections/retry-pause.js';

const pausesOf = (pause: RetryPause, attempts: number): readonly number[] =>
  Array.from({ length: attempts }, () => {
    pause.accepted();
    return pause.ms;
  });

it('is short for a device that is away, and grows to 30 s for one that accepts and says nothing of its protocol', () => {
  const pause = new RetryPause({ isExceeded: false });
  expect(pause.ms).toBe(500);
  expect(pausesOf(pause, 24)).toEqual([
    ...Array.from({ length: 16 }, () => 500),
    ...[1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000],
  ]);
  pause.spoke();
  expect(pause.ms).toBe(500);
});

it('is 30 s for a device that floods the service', () => {
  const budget = { isExceeded: true };
  const pause = new RetryPause(budget);
  expect(pause.ms).toBe(30_000);
  budget.isExceeded = false;
  expect(pause.ms).toBe(500);
});
