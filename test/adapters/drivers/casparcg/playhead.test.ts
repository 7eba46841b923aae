// The playhead of a clip follows by the clock, and changes only with the clip.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPlayhead, playheadAt, type Playhead } from '../../../../adapters/drivers/casparcg/playhead.js';

const frameMs = 40;
const totalMs = 10_000;

const report = (timeMs: number, others: { paused?: boolean; loop?: boolean; totalS?: number } = {}) => ({
  producer: 'ffmpeg',
  path: 'media/a.mp4',
  timeS: timeMs / 1_000,
  totalS: totalMs / 1_000,
  paused: false,
  loop: false,
  ...others,
});

const anchor = ({ positionMs, asOfMs, paused }: Playhead) => ({ positionMs, asOfMs, paused });

const start = playheadAt(report(0), 0);

describe('the playhead', () => {
  it('stays the same while reports arrive up to two frames late', () => {
    const delays = fc.array(fc.nat(2 * frameMs), { minLength: 50, maxLength: 200 });
    fc.assert(
      fc.property(delays, fc.boolean(), (all, loop) => {
        const last = all.reduce((playhead, delayMs, index) => {
          const timeMs = index * frameMs;
          return followPlayhead(playhead, report(loop ? timeMs % totalMs : timeMs, { loop }), timeMs + delayMs);
        }, start);
        expect(anchor(last)).toEqual(anchor(start));
      }),
    );
  });

  it('stays the same when a loop begins again', () => {
    const before = followPlayhead(start, report(9_960, { loop: true }), 9_960);
    expect(anchor(followPlayhead(before, report(0, { loop: true }), 10_000))).toEqual(anchor(start));
  });

  it('moves at once with a jump, and after a while with a drift', () => {
    expect(anchor(followPlayhead(start, report(5_000), 100))).toEqual(anchor(playheadAt(report(5_000), 100)));
    const drifting = followPlayhead(start, report(800), 1_000);
    expect(anchor(drifting)).toEqual(anchor(start));
    expect(anchor(followPlayhead(drifting, report(1_000), 1_200))).toEqual(anchor(playheadAt(report(1_000), 1_200)));
  });

  it('forgets a drift that is over', () => {
    const drifting = followPlayhead(start, report(800), 1_000);
    const back = followPlayhead(drifting, report(1_080), 1_100);
    expect(followPlayhead(back, report(1_100), 1_300)).toMatchObject(anchor(start));
  });

  it('stands still while the clip is paused, and moves with a seek', () => {
    const paused = followPlayhead(start, report(1_000, { paused: true }), 1_000);
    expect(followPlayhead(paused, report(1_000, { paused: true }), 9_000)).toBe(paused);
    const sought = followPlayhead(paused, report(4_000, { paused: true }), 9_500);
    expect(sought).toMatchObject({ positionMs: 4_000, paused: true });
    expect(followPlayhead(sought, report(4_040), 9_600)).toMatchObject({
      positionMs: 4_040,
      asOfMs: 9_600,
      paused: false,
    });
  });

  it('is paused and goes on also where the position stays the same', () => {
    const at = report(0);
    const paused = followPlayhead(start, { ...at, paused: true }, 20);
    expect(paused).toMatchObject({ positionMs: 0, paused: true });
    expect(followPlayhead(paused, at, 900)).toMatchObject({ positionMs: 0, asOfMs: 900, paused: false });
  });

  it('of a still follows the clock', () => {
    expect(anchor(followPlayhead(start, report(0, { totalS: 0 }), 60_000))).toEqual(anchor(start));
  });
});
