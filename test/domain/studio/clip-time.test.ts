// The time of a clip, compared with a player that counts every millisecond.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endOf,
  isWithin,
  maxReportedMs,
  pausedClip,
  positionAt,
  remainingAt,
  reportedMs,
  resumedClip,
  secondsLeft,
  soughtClip,
  startedClip,
  type ClipTime,
} from '../../../domain/studio/clip-time.js';

const clip = startedClip(1_000, { loop: false, durationMs: 500 });
const loop = startedClip(1_000, { loop: true, durationMs: 500 });
const unknown = startedClip(1_000, { loop: false, durationMs: null });

describe('a time that a player reports', () => {
  it('is kept within bounds that are dates', () => {
    const reported = [-1e300, NaN, 0, 40, 9e15, Infinity].map(reportedMs);
    expect(reported).toEqual([0, 0, 0, 40, maxReportedMs, maxReportedMs]);
  });
});

describe('the time of a clip', () => {
  it('is its position, what remains, and its end', () => {
    expect([positionAt(clip, 1_200), remainingAt(clip, 1_200), endOf(clip)]).toEqual([200, 300, 1_500]);
  });

  it('stays at the end once the clip is over', () => {
    expect([positionAt(clip, 9_000), remainingAt(clip, 9_000)]).toEqual([500, 0]);
  });

  it('is at the beginning before a start that lies ahead', () => {
    expect([positionAt(clip, 900), remainingAt(clip, 900)]).toEqual([0, 500]);
  });

  it('has no end while the clip loops, is paused or has an unknown length', () => {
    for (const endless of [loop, pausedClip(clip, 1_100), unknown])
      expect([endOf(endless), remainingAt(endless, 1_100)]).toEqual([null, null]);
  });

  it('begins again when the clip loops', () => {
    expect([positionAt(loop, 1_499), positionAt(loop, 1_500), positionAt(loop, 2_100)]).toEqual([499, 0, 100]);
  });

  it('is near the end while a loop is a little before its beginning', () => {
    expect(positionAt(soughtClip(loop, -40, 1_000), 1_010)).toBe(470);
  });

  it('goes on counting if the length is unknown', () => {
    expect(positionAt(unknown, 90_000)).toBe(89_000);
  });

  it('does not change by a pause of a paused clip or a resumption of a running one', () => {
    const paused = pausedClip(clip, 1_100);
    expect(pausedClip(paused, 1_200)).toBe(paused);
    expect(resumedClip(clip, 1_200)).toBe(clip);
  });

  it('has no remaining time after a seek beyond the end', () => {
    const beyond = soughtClip(clip, 900, 1_100);
    expect([remainingAt(beyond, 1_100), endOf(beyond), positionAt(beyond, 1_100)]).toEqual([0, 1_100, 500]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
  ])('of %i ms remaining is %i whole seconds', (remainingMs, seconds) => {
    expect(secondsLeft(remainingMs)).toBe(seconds);
  });

  it.each([
    [499, true],
    [500, false],
    [900, false],
  ])('has the position %i within the clip: %s', (positionMs, expected) => {
    expect(isWithin(clip, positionMs)).toBe(expected);
    expect(isWithin(unknown, positionMs)).toBe(true);
  });
});

/** A player that counts every millisecond. */
interface Counter {
  position: number;
  isPaused: boolean;
}

const durationMs = 60;

const count = (counter: Counter, isLoop: boolean): void => {
  if (counter.isPaused) return;
  if (counter.position < durationMs) counter.position += 1;
  if (isLoop && counter.position === durationMs) counter.position = 0;
};

/** Returns how many milliseconds a counter runs until the clip is over. */
const countdown = (counter: Counter): number => {
  const copy = { ...counter };
  let passed = 0;
  for (; copy.position < durationMs; passed += 1) count(copy, false);
  return passed;
};

type Move = readonly ['wait', number] | readonly ['seek', number] | readonly ['pause'] | readonly ['resume'];

const moves: Readonly<Record<Exclude<Move[0], 'wait'>, (counter: Counter, positionMs: number) => void>> = {
  seek: (counter, positionMs) => (counter.position = positionMs),
  pause: (counter) => (counter.isPaused = true),
  resume: (counter) => (counter.isPaused = false),
};

const timeAfter = (time: ClipTime, [kind, amount = 0]: Move, nowMs: number): ClipTime => {
  if (kind === 'seek') return soughtClip(time, amount, nowMs);
  if (kind === 'pause') return pausedClip(time, nowMs);
  return kind === 'resume' ? resumedClip(time, nowMs) : time;
};

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.tuple(fc.constant('wait' as const), fc.nat(2 * durationMs)),
  fc.tuple(fc.constant('seek' as const), fc.nat(durationMs - 1)),
  fc.constant(['pause'] as const),
  fc.constant(['resume'] as const),
);

describe('the countdown across pauses, seeks and loops', () => {
  it('equals that of a player that counts every millisecond', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 20 }), fc.boolean(), (all, isLoop) => {
        const counter: Counter = { position: 0, isPaused: false };
        let nowMs = 5_000;
        let time = startedClip(nowMs, { loop: isLoop, durationMs });
        for (const move of all) {
          const [kind, amount = 0] = move;
          time = timeAfter(time, move, nowMs);
          if (kind === 'wait') for (let passed = 0; passed < amount; passed += 1) count(counter, isLoop);
          else moves[kind](counter, amount);
          if (kind === 'wait') nowMs += amount;
          expect(positionAt(time, nowMs)).toBe(counter.position);
          expect(remainingAt(time, nowMs)).toBe(isLoop || counter.isPaused ? null : countdown(counter));
        }
      }),
    );
  });

  it('ends at the announced time, however it came about', () => {
    fc.assert(
      fc.property(fc.nat(59), fc.nat(59), fc.nat(59), (pausedAt, pausedFor, sought) => {
        const paused = pausedClip(startedClip(0, { loop: false, durationMs }), pausedAt);
        const moved = soughtClip(paused, sought, pausedAt + pausedFor);
        const endsAtMs = endOf(resumedClip(moved, pausedAt + pausedFor));
        expect(endsAtMs).toBe(pausedAt + pausedFor + durationMs - sought);
      }),
    );
  });
});
