// How long a clip runs on while the server reports a file over it that shows no picture.
import { describe, expect, it } from 'vitest';
import { followRun, startRun } from '../../../../adapters/drivers/casparcg/clip-run.js';
import type { Foreground } from '../../../../adapters/drivers/casparcg/layer-state.js';
import type { ClipDefinition } from '../../../../domain/studio/clip.js';

const folder = 'media/';

const film: Foreground = {
  producer: 'ffmpeg',
  path: 'media/film.mp4',
  timeS: 2,
  totalS: 10,
  paused: false,
  loop: false,
};
const still: Foreground = { ...film, producer: 'image', timeS: 0, totalS: 0 };
const withoutPicture: Foreground = { ...film, producer: 'transition', path: 'media/broken.mp4', timeS: 0, totalS: 0 };

const clip: ClipDefinition = { number: 1, key: 'film', name: 'Film' };

/** Whether the clip still runs at `nowMs`, if `foreground` was the last report of it, at 2000 ms, and it began at 0. */
const runsAt = (nowMs: number, foreground: Foreground, definition = clip): boolean => {
  const run = startRun({ bank: 'news', clip: definition }, 0, foreground, 2_000);
  return followRun(run, withoutPicture, { nowMs, validMs: 500, folder, selections: [] }) !== null;
};

describe('a clip under a file that shows no picture', () => {
  it.each<readonly [string, Foreground, ClipDefinition, number]>([
    ['a film', film, clip, 10_000],
    ['a film whose length in the studio file is wrong', film, { ...clip, durationMs: 60_000 }, 10_000],
    ['a film that was sought', { ...film, timeS: 6 }, clip, 6_000],
    ['a still with a length in the studio file', still, { ...clip, durationMs: 5_000 }, 5_000],
  ])('ends as expected: %s', (_, foreground, definition, endMs) => {
    expect(runsAt(endMs - 1, foreground, definition)).toBe(true);
    expect(runsAt(endMs, foreground, definition)).toBe(false);
  });

  it.each<readonly [string, Foreground, ClipDefinition]>([
    ['a still without a length', still, clip],
    ['a film that is paused', { ...film, paused: true }, clip],
    ['a film that loops', { ...film, loop: true }, { ...clip, loop: true }],
  ])('does not end: %s', (_, foreground, definition) => {
    expect(runsAt(86_400_000, foreground, definition)).toBe(true);
  });
});
