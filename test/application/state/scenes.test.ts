// The scenes of an output as callers read them.
import { describe, expect, it } from 'vitest';
import { sceneRecords } from '../../../application/state/scenes.js';
import type { SceneRun } from '../../../application/ports/players.js';
import type { ClipDefinition } from '../../../domain/studio/clip.js';
import { startedClip } from '../../../domain/studio/clip-time.js';

const clip: ClipDefinition = { number: 1, key: 'bed', name: 'Music bed', durationMs: 180_000 };
const clipOfUnknownLength: ClipDefinition = { number: 2, key: 'live', name: 'Live feed' };

const runOf = (durationMs: number | null, loop = false): SceneRun => ({
  bank: 'music',
  clip,
  ...startedClip(1_000, { loop, durationMs }),
});

const shown = (run: SceneRun, nowMs: number, connected = true) =>
  sceneRecords({ connected, scenes: [{ id: 'full', run, cued: null, graphicShown: false }] }, nowMs, () => ({
    graphic: null,
    playlist: null,
  }))[0];

describe('the length of a clip', () => {
  it('is the player’s own', () => {
    expect(shown(runOf(175_000), 6_000)).toMatchObject({ durationMs: 175_000, remainingMs: 170_000 });
  });

  it('@CLIP-TIME-4: is the player’s own if the studio file doesn’t have it', () => {
    const run = { ...runOf(175_000), clip: clipOfUnknownLength };
    expect(shown(run, 6_000)).toMatchObject({ durationMs: 175_000, remainingMs: 170_000 });
  });

  it('@CLIP-TIME-4: is unknown if neither the player nor the studio file has it, and so is the end', () => {
    const run = { ...runOf(null), clip: clipOfUnknownLength };
    expect(shown(run, 6_000)).toMatchObject({
      clip: 'live',
      positionMs: 5_000,
      durationMs: null,
      remainingMs: null,
      endsAt: null,
    });
  });

  it('is the studio file’s if the player doesn’t know it', () => {
    expect(shown(runOf(null), 6_000)).toMatchObject({ durationMs: 180_000, remainingMs: 175_000 });
  });
});

describe('a clip with times that are no dates', () => {
  it.each([9e15, 1e300, -1e300, Infinity, NaN])('is shown without them: %s', (ms) => {
    expect(shown({ ...runOf(ms), startedAtMs: ms }, 6_000)).toMatchObject({
      clip: 'bed',
      startedAt: null,
      endsAt: ms < 0 ? '1970-01-01T00:00:01.000Z' : null,
    });
  });
});

describe('a clip that loops', () => {
  it('has a position and a length, but no end', () => {
    expect(shown(runOf(10_000, true), 26_500)).toMatchObject({
      loop: true,
      positionMs: 5_500,
      durationMs: 10_000,
      endsAt: null,
      remainingMs: null,
    });
  });
});

describe('a clip on a player that is not connected', () => {
  it('keeps what doesn’t change with time', () => {
    expect(shown(runOf(10_000), 2_000, false)).toMatchObject({
      clip: 'bed',
      startedAt: '1970-01-01T00:00:01.000Z',
      durationMs: 10_000,
      endsAt: null,
      positionMs: null,
      remainingMs: null,
    });
  });
});

it('times are whole milliseconds, rounded', () => {
  const run = { ...runOf(10_000.4), positionMs: 0.6 };
  expect(shown(run, 6_000)).toMatchObject({ positionMs: 5_001, remainingMs: 5_000 });
  expect(shown({ ...runOf(10_000.6) }, 6_000)).toMatchObject({ positionMs: 5_000, remainingMs: 5_001 });
});
