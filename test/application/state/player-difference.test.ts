// What two players of an output show, and whether it is the same.
import { describe, expect, it } from 'vitest';
import type { PlayerReport, SceneRun, SceneState } from '../../../application/ports/players.js';
import { differenceIn, playerRecord } from '../../../application/state/player-difference.js';
import { startedClip } from '../../../domain/studio/clip-time.js';

const idle: SceneState = { id: 'full', run: null, cued: null, graphicShown: false };
const clip = (key: string) => ({ bank: 'news', clip: { number: 1, key, name: key } });
const started = (key: string, atMs: number, changes: Partial<SceneRun> = {}): SceneState => ({
  ...idle,
  run: { ...clip(key), ...startedClip(atMs, { loop: false, durationMs: 60_000 }), ...changes },
});
const report = (...scenes: readonly SceneState[]): PlayerReport => ({ connected: true, scenes });
const away: PlayerReport = { connected: false, scenes: [idle] };
const nowMs = 20_000;
const difference = (main: PlayerReport, backup: PlayerReport) =>
  differenceIn({ lead: 'main', reports: { main, backup } }, nowMs);

describe('@PAIR-5: the difference between two players', () => {
  it.each<readonly [string, SceneState, SceneState]>([
    ['main shows "a", backup shows nothing', started('a', 0), idle],
    ['main shows "a", backup shows "b"', started('a', 0), started('b', 0)],
    ['main shows "a" paused, backup shows "a"', started('a', 0, { paused: true }), started('a', 0)],
    ['main shows nothing, backup shows something unknown', idle, { ...idle, isUnknown: true }],
    ['main has "a" cued, backup has nothing cued', { ...idle, cued: clip('a') }, idle],
    ['main shows no graphic, backup shows its graphic', idle, { ...idle, graphicShown: true }],
    ['main is at 20.0 s of "a", backup is at 18.9 s of "a"', started('a', 0), started('a', 1_100)],
  ])('%s', (words, main, backup) => {
    expect(difference(report(main), report(backup))).toBe(words);
    expect(difference(report(idle, { ...main, id: 'over' }), report(idle, { ...backup, id: 'over' }))).toBe(
      `in the scene "over" ${words}`,
    );
  });

  it('is that only one of them is connected', () => {
    expect(difference(report(started('a', 0)), away)).toBe('main shows "a", backup is not connected');
    expect(difference(away, report(idle))).toBe('main is not connected, backup shows nothing');
    expect(difference(away, away)).toBeUndefined();
  });

  it('is none in a scene that only one of them has: the studio file has just changed', () => {
    expect(difference(report(started('a', 0)), report())).toBeUndefined();
  });

  it('@PAIR-6: is none while clips are less than a second apart, also about the end of a loop', () => {
    expect(difference(report(started('a', 0)), report(started('a', 999)))).toBeUndefined();
    const loop = (atMs: number) => report(started('a', atMs, { loop: true, durationMs: 10_000 }));
    expect(difference(loop(-9_900), loop(200))).toBeUndefined();
    expect(difference(loop(0), loop(1_500))).toContain('is at');
  });

  it('@PAIR-6: is none between positions in a still, which has no length', () => {
    const still = (atMs: number) => report(started('a', atMs, { durationMs: null }));
    expect(difference(still(0), still(9_000))).toBeUndefined();
  });
});

it('@PAIR-3: the record of a player has no position while it is not connected', () => {
  const shown = started('a', 0);
  const scene = { id: 'full', clip: 'a', bank: 'news', paused: false, cued: null };
  expect(playerRecord('main', report(shown), nowMs).scenes).toEqual([{ ...scene, positionMs: 20_000 }]);
  expect(playerRecord('backup', { ...away, scenes: [shown] }, nowMs)).toEqual({
    ...{ player: 'backup', connected: false },
    scenes: [{ ...scene, positionMs: null }],
  });
});
