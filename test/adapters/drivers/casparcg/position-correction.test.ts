// The position of a clip stays near the player's own while the clip stands still, and is not misled by late reports.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun, followRun, sceneRun, type LayerRun } from '../../../../adapters/drivers/casparcg/clip-run.js';
import type { Foreground } from '../../../../adapters/drivers/casparcg/layer-state.js';
import { followReport, noCorrection } from '../../../../adapters/drivers/casparcg/position-correction.js';
import { sceneRecords, steadyReport } from '../../../../application/state/scenes.js';
import type { ClipSelection } from '../../../../application/ports/players.js';

const frameMs = 40;
const totalMs = 4_000;
const selection: ClipSelection = { bank: 'news', clip: { number: 1, key: 'film', name: 'Film' } };

/** A report of the server: the clip's position in it, and when it arrived. */
interface Report {
  readonly timeMs: number;
  readonly atMs: number;
}

/** A player's playback: how many frames the clip stands still after which of its frames, and how late reports arrive. */
interface Playback {
  readonly frames: number;
  readonly loop: boolean;
  readonly stands: ReadonlyMap<number, number>;
  readonly latenessMs: (report: number) => number;
}

/** Returns what a server sends, which reports every 40 ms. */
const reportsOf = ({ frames, loop, stands, latenessMs }: Playback): readonly Report[] => {
  const shown = Array.from({ length: frames }, (_, index) => index + 1).flatMap((frame) =>
    Array.from({ length: 1 + (stands.get(frame) ?? 0) }, () => frame),
  );
  return shown.map((frame, tick) => {
    const timeMs = frame * frameMs;
    return { timeMs: loop ? timeMs % totalMs : timeMs, atMs: tick * frameMs + latenessMs(tick) };
  });
};

const foregroundOf = ({ timeMs }: Report, loop: boolean): Foreground => ({
  producer: 'ffmpeg',
  path: 'media/film.mp4',
  timeS: timeMs / 1_000,
  totalS: (loop ? totalMs : 1_000_000) / 1_000,
  paused: false,
  loop,
});

const followed = (run: LayerRun, report: Report, loop: boolean): LayerRun => {
  const context = { nowMs: report.atMs, validMs: 500, folder: 'media/', selections: [selection] };
  const next = followRun(run, foregroundOf(report, loop), context);
  if (next === null) throw new Error('the clip has ended');
  return next;
};

const reportOf = (run: LayerRun) => ({
  connected: true,
  scenes: [{ id: 'full', run: sceneRun(run), cued: null, graphicShown: false }],
});

const shownAt = (run: LayerRun, nowMs: number): number =>
  sceneRecords(reportOf(run), nowMs, () => ({ graphic: null, playlist: null }))[0]?.positionMs ?? NaN;

/** Returns how far a position is from the one in the last report. */
const offBy = (positionMs: number, { timeMs }: Report, loop: boolean): number => {
  const off = positionMs - timeMs;
  return loop ? off - Math.round(off / totalMs) * totalMs : off;
};

/** Returns how far the positions that callers read are from the server's, and how many changes watchers are notified of. */
const played = (playback: Playback) => {
  const [first, ...others] = reportsOf(playback);
  if (first === undefined) throw new Error('no report');
  const { loop } = playback;
  let run = startRun(selection, 0, foregroundOf(first, loop), first.atMs);
  const notified = new Set<string>();
  const errors: number[] = [];
  let before = first;
  for (const report of others) {
    // Callers read just before the report arrives, and just after.
    errors.push(offBy(shownAt(run, report.atMs - 1), before, loop));
    run = followed(run, report, loop);
    errors.push(offBy(shownAt(run, report.atMs), report, loop));
    notified.add(JSON.stringify(steadyReport(reportOf(run))));
    before = report;
  }
  return { errors, changes: notified.size - 1, run };
};

/** The limit of the error: a frame and 50 ms. */
const limitMs = frameMs + 50;

const worst = (errors: readonly number[]): number => Math.max(...errors.map(Math.abs));

const punctual = () => 0;

describe('the position of a clip that stands still', () => {
  it.each([2, 3, 6, 20])('stays within the limit while a loop waits %d frames for its first picture', (frames) => {
    const stands = new Map([100, 200, 300, 400].map((frame) => [frame, frames]));
    const { errors, changes } = played({ frames: 500, loop: true, stands, latenessMs: punctual });
    expect(worst(errors)).toBeLessThanOrEqual(limitMs);
    expect(changes).toBe(0);
  });

  it('@CLIP-TIME-8: makes no change of a clip that is never further behind than a tenth of a second', () => {
    const { errors, changes } = played({ frames: 300, loop: false, stands: new Map([[100, 2]]), latenessMs: punctual });
    expect(worst(errors)).toBeLessThanOrEqual(limitMs);
    expect(changes).toBe(0);
  });

  it('makes one change of a clip that ends later by more than that', () => {
    const { errors, changes } = played({ frames: 300, loop: false, stands: new Map([[100, 9]]), latenessMs: punctual });
    expect(worst(errors)).toBeLessThanOrEqual(limitMs);
    expect(changes).toBe(1);
  });

  it('stays within the limit wherever the clip stands still, and however long', () => {
    const standing = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 20 })), {
      maxLength: 8,
    });
    const lateness = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(standing, lateness, fc.boolean(), (stands, latenesses, loop) => {
        const latenessMs = (report: number) => latenesses[report % latenesses.length] ?? 0;
        const { errors, changes } = played({ frames: 900, loop, stands: new Map(stands), latenessMs });
        expect(worst(errors)).toBeLessThanOrEqual(limitMs);
        if (loop) expect(changes).toBe(0);
      }),
    );
  });
});

describe('late reports', () => {
  it('do not move a clip, if a punctual one comes in time', () => {
    const latenessMs = (report: number) => (report % 3 === 0 ? 0 : 70 - (report % 3) * 20);
    const { run } = played({ frames: 300, loop: true, stands: new Map(), latenessMs });
    expect(run.playhead.correction.aheadMs).toBe(0);
  });

  it('move a clip once all were late for a tenth of a second, and by the least of them', () => {
    const latenessMs = (report: number) => (report < 100 ? 0 : 40 + (report % 2) * 30);
    const { run } = played({ frames: 110, loop: false, stands: new Map(), latenessMs });
    expect(run.playhead.correction.aheadMs).toBe(-40);
  });

  it('no longer count once a report is punctual', () => {
    const latenessMs = (report: number) => (report >= 100 && report < 110 ? 60 : 0);
    const { run } = played({ frames: 200, loop: false, stands: new Map(), latenessMs });
    expect(run.playhead.correction.aheadMs).toBe(0);
  });
});

describe('rare reports', () => {
  it('move a clip at once', () => {
    const run = startRun(selection, 0, foregroundOf({ timeMs: 40, atMs: 0 }, false), 0);
    const late = { timeMs: 29_960, atMs: 30_000 };
    expect(shownAt(followed(run, late, false), 30_000)).toBe(29_960);
  });
});

describe('a report that is ahead', () => {
  it('counts at once, as it can not be early', () => {
    const correction = noCorrection(1_000, 0);
    expect(followReport(correction, { reportedMs: 1_100, offMs: 60 }, 40).aheadMs).toBe(60);
    expect(followReport(correction, { reportedMs: 1_020, offMs: -60 }, 40).aheadMs).toBe(0);
  });
});
