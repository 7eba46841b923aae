// How long a process may take to end.
import { expect, it } from 'vitest';
import { deadlineMs } from '../../../infra/command-line/end-process.js';

it.each([
  [0, 4_700],
  [2, 4_700],
  [60, 62_700],
])('@FLEET-5: with %i s for the streams of services, a process ends within %i ms', (seconds, ms) => {
  expect(deadlineMs({ CONSOLE_DRAIN_SECONDS: seconds })).toBe(ms);
});
