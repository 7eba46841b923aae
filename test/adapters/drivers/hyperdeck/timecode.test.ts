// Timecodes and frame rates, as a HyperDeck names them.
import { describe, expect, it } from 'vitest';
import { frameRateOf, framesOf, timecodeOf } from '../../../../adapters/drivers/hyperdeck/timecode.js';

describe('the frame rate of a video format', () => {
  it.each([
    ['1080p25', 25, 40],
    ['1080i50', 25, 40],
    ['720p50', 50, 20],
    ['2160p60', 60, 16.667],
    ['4Kp24', 24, 41.667],
    ['1080p2398', 24, 41.708],
    ['1080i5994', 30, 33.367],
    ['2160p5994', 60, 16.683],
    ['NTSC', 30, 33.367],
    ['PALp', 25, 40],
  ])('%s', (format, perSecond, frameMs) => {
    expect(frameRateOf(format)).toEqual({ perSecond, frameMs: expect.closeTo(frameMs, 2) as number });
  });

  it.each(['none', '', '1080', 'p00', 'x1080p9999x', '1080p99999', '1080p2400000'])('is unknown for "%s"', (format) => {
    expect(frameRateOf(format)).toBeUndefined();
  });
});

const rate = (format: string) => frameRateOf(format) ?? { perSecond: 0, frameMs: 0 };

describe('a timecode', () => {
  it.each([
    ['1080p25', '00:00:10:05', 255],
    ['1080p25', '01:00:00:00', 90_000],
    ['1080i5994', '00:00:59;29', 1_799],
    ['1080i5994', '00:01:00;02', 1_800],
    ['1080i5994', '00:10:00;00', 17_982],
    ['1080i5994', '01:00:00;00', 107_892],
    ['1080i5994', '01:00:00:00', 108_000],
    ['2160p5994', '00:01:00;04', 3_600],
  ])('of %s, %s, is frame %i', (format, timecode, frames) => {
    expect(framesOf(timecode, rate(format))).toBe(frames);
    expect(timecodeOf(frames, rate(format), timecode.includes(';'))).toBe(timecode);
  });

  it('with drop frames is the same there and back', () => {
    for (let frames = 0; frames < 110_000; frames += 7)
      expect(framesOf(timecodeOf(frames, rate('1080p2997'), true), rate('1080p2997'))).toBe(frames);
  });

  it.each(['', '00:00:00', '0:00:00:00', 'none'])('is none in "%s"', (text) => {
    expect(framesOf(text, rate('PAL'))).toBeUndefined();
  });
});
