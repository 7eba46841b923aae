// The frames that a transition takes, and to which a seek goes, at the frame rate of the channel.
import { expect, it } from 'vitest';
import { commandLine } from '../../../../adapters/drivers/casparcg/commands.js';
import { selections } from './bench.js';

it.each([
  [1, 25, 1],
  [19, 25, 1],
  [40, 25, 1],
  [50, 25, 1],
  [70, 25, 2],
  [10, 50, 1],
])('a transition of %d ms takes at least one frame: at %d frames per second, %d', (durationMs, rate, frames) => {
  const transition = { type: 'mix', durationMs } as const;
  const { bank, clip } = selections.headlines;
  const play = { type: 'play', selection: { bank, clip: { ...clip, transition } } } as const;
  expect(commandLine(play, { channel: 1, layer: 10 }, rate)).toBe(`PLAY 1-10 "headlines" MIX ${String(frames)}`);
});

it.each([
  [1_999, 25, 50],
  [1_960, 25, 49],
  [100, 29.97, 3],
])('a seek to %d ms at %d frames per second is to the nearest frame, %d', (positionMs, rate, frame) => {
  const line = commandLine({ type: 'seek', positionMs }, { channel: 1, layer: 10 }, rate);
  expect(line).toBe(`CALL 1-10 SEEK ${String(frame)}`);
});
