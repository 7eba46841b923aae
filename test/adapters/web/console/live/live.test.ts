// When a live state is current, and how time is counted down.
import { expect, it } from 'vitest';
import {
  countdownText,
  currentState,
  interrupted,
  nothingLive,
  silenceMs,
} from '../../../../../adapters/web/console/live/live.js';

it.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [1, '0:01'],
  [1_000, '0:01'],
  [1_001, '0:02'],
  [59_001, '1:00'],
  [3_599_001, '1:00:00'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])('%d ms are counted down as %s', (ms, wanted) => {
  expect(countdownText(ms)).toBe(wanted);
});

const last = { receivedAtMs: 1_000, time: '', state: { entries: [] } } as never;
const shown = { ...nothingLive, isOpen: true, isUninterrupted: true, last };

it('@LIVE-3: the live state is current until a service is silent for 25 s', () => {
  expect(silenceMs).toBe(25_000);
  expect(currentState(shown, 1_000 + silenceMs - 1)).toBe(last);
  expect(currentState(shown, 1_000 + silenceMs)).toBeUndefined();
});

it('@LIVE-3: the live state is of the past after an interruption, also when the stream is open again', () => {
  expect(currentState({ ...interrupted(shown), isOpen: true }, 1_000)).toBeUndefined();
  expect(currentState({ ...shown, isOpen: false }, 1_000)).toBeUndefined();
  expect(interrupted(shown).last).toBe(last);
});
