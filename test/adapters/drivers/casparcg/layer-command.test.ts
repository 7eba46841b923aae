// When a report of a layer shows the effect of a command to it.
import { describe, expect, it } from 'vitest';
import { isDone, type LayerCommand } from '../../../../adapters/drivers/casparcg/layer-command.js';
import type { Foreground } from '../../../../adapters/drivers/casparcg/layer-state.js';

const folder = 'media';
const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };
const film: Foreground = {
  producer: 'ffmpeg',
  path: 'media/opener.mp4',
  timeS: 0.5,
  totalS: 15,
  paused: false,
  loop: false,
};
const sentAtMs = 60_000;

/** Whether a report shows the command, which was sent a second before it. */
const shows = (command: LayerCommand, changes: Partial<Foreground>): boolean => {
  const state = { foreground: { ...film, ...changes }, cuedPath: undefined, cuedProducer: undefined };
  return isDone(command, { state, folder }, { sentAtMs, nowMs: sentAtMs + 1_000 });
};

describe.each<readonly [string, LayerCommand]>([
  ['play', { type: 'play', selection }],
  ['take', { type: 'take', selection, sinceMs: sentAtMs }],
])('a %s', (_, command) => {
  it('is shown by a run that has begun since', () => {
    expect(shows(command, {})).toBe(true);
    expect(shows(command, { timeS: 1 })).toBe(true);
  });

  it.each<readonly [string, Partial<Foreground>]>([
    ['an earlier run of the same clip', { timeS: 7 }],
    ['a paused run of the clip', { paused: true }],
    ['a run without a picture', { timeS: 0 }],
    ['another clip', { path: 'media/closer.mp4' }],
    ['a clip of the same name in another folder', { path: 'media/other/opener.mp4' }],
    ['a color', { producer: 'color', path: undefined }],
  ])('is not shown by %s', (_report, changes) => {
    expect(shows(command, changes)).toBe(false);
  });
});
