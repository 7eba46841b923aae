// The notice before a clip's end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comeNotice, nextNotice, noNotice } from '../../../domain/studio/clip-ending.js';
import { pausedClip, resumedClip, soughtClip, startedClip } from '../../../domain/studio/clip-time.js';

const leadMs = 10_000;
const clip = startedClip(0, { loop: false, durationMs: 60_000 });
const come = comeNotice(nextNotice(noNotice, clip, leadMs, 0));

describe('the notice before the end of a clip', () => {
  it('is due the lead before the end', () => {
    expect(nextNotice(noNotice, clip, leadMs, 0)).toEqual({ startedAtMs: 0, hasCome: false, dueAtMs: 50_000 });
  });

  it('is due at once if less than the lead remains', () => {
    expect(nextNotice(noNotice, clip, leadMs, 55_000).dueAtMs).toBe(55_000);
  });

  it.each([
    ['paused', pausedClip(clip, 1_000)],
    ['looping', { ...clip, loop: true }],
    ['of unknown length', { ...clip, durationMs: null }],
  ])('is not due while the clip is %s', (_, time) => {
    expect(nextNotice(noNotice, time, leadMs, 1_000).dueAtMs).toBeNull();
  });

  it('does not come again after it has come', () => {
    expect(nextNotice(come, clip, leadMs, 50_000)).toEqual(come);
    const paused = pausedClip(clip, 51_000);
    const whilePaused = nextNotice(come, paused, leadMs, 51_000);
    expect(nextNotice(whilePaused, resumedClip(paused, 90_000), leadMs, 90_000)).toEqual(come);
  });

  it('comes again if the clip is sought back to before it, but not for a correction of the position', () => {
    expect(nextNotice(come, soughtClip(clip, 20_000, 55_000), leadMs, 55_000).dueAtMs).toBe(85_000);
    expect(nextNotice(come, soughtClip(clip, 49_500, 50_100), leadMs, 50_100).dueAtMs).toBeNull();
  });

  it('comes again for the next clip', () => {
    const next = startedClip(70_000, clip);
    expect(nextNotice(come, next, leadMs, 70_000).dueAtMs).toBe(120_000);
    expect(nextNotice(come, pausedClip(next, 70_000), leadMs, 70_000).hasCome).toBe(false);
    const short = startedClip(70_000, { loop: false, durationMs: 5_000 });
    expect(nextNotice(come, short, leadMs, 70_000)).toEqual({ startedAtMs: 70_000, hasCome: false, dueAtMs: 70_000 });
  });

  it('belongs to no clip when none is on', () => {
    expect(nextNotice(come, null, leadMs, 60_000)).toEqual(noNotice);
  });

  it('is never due in the past', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(59_999), fc.nat(20_000), (nowMs, positionMs, lead) => {
        const { dueAtMs } = nextNotice(noNotice, soughtClip(clip, positionMs, nowMs), lead, nowMs);
        expect(dueAtMs).toBe(nowMs + Math.max(0, 60_000 - positionMs - lead));
      }),
    );
  });
});
