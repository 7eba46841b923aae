// What displays show of the studio's records.
import { describe, expect, it } from 'vitest';
import { lampOf, recordNamed, sceneOf, sceneState } from '../../../../../adapters/web/screens/display/display-state.js';
import type { StudioRecords } from '../../../../../adapters/web/screens/live/records.js';
import type { Output, Scene } from '../../../../../domain/studio/output.js';
import { idleScene } from '../../../../support/scenes.js';

const now = Date.UTC(2026, 0, 31, 12);
const at = (ms: number): string => new Date(now + ms).toISOString();

const empty = idleScene('full');

const running: Scene = { ...empty, clip: 'weather', bank: 'news', endsAt: at(42_400), durationMs: 60_000 };

describe('the time of a display', () => {
  it.each([
    [42_400, '0:43', 'none'],
    [60_001, '1:00', 'none'],
    [10_001, '0:11', 'none'],
    [10_000, '0:10', 'soon'],
    [3_001, '0:04', 'soon'],
    [3_000, '0:03', 'last'],
    [-1, '0:00', 'last'],
  ])('@DISPLAY-2: with %i ms left is %s, urgency %s', (left, remaining, urgency) => {
    expect(sceneState({ ...running, endsAt: at(left) }, now)).toMatchObject({ remaining, urgency, mark: 'none' });
  });

  it.each<[string, Partial<Scene>, string]>([
    ['paused', { paused: true, endsAt: null, positionMs: 55_000 }, '0:05'],
    ['loop', { loop: true, endsAt: null }, '–:––'],
    ['lengthUnknown', { endsAt: null, durationMs: null }, '–:––'],
  ])('@DISPLAY-2: marks a clip: %s', (mark, changes, remaining) => {
    expect(sceneState({ ...running, ...changes }, now)).toMatchObject({ mark, remaining, urgency: 'none' });
  });

  it('is none while nothing plays', () => {
    expect(sceneState(empty, now)).toEqual({
      remaining: '–:––',
      urgency: 'none',
      mark: 'none',
      clip: null,
      next: null,
    });
  });
});

describe('the clips of a display', () => {
  const cued = { bank: 'news', clip: 'closer' };
  const playlist = { bank: 'music', at: 1, of: 2, next: 'bed', loop: false };

  it.each<[Partial<Scene>, Scene['cued']]>([
    [{ cued }, cued],
    [{ playlist }, { bank: 'music', clip: 'bed' }],
    [{ cued, playlist }, cued],
    [{ playlist: { ...playlist, next: null } }, null],
    [{}, null],
  ])('@DISPLAY-1: %o is followed by %o', (changes, next) => {
    expect(sceneState({ ...running, ...changes }, now)).toMatchObject({
      clip: { bank: 'news', clip: 'weather' },
      next,
    });
  });
});

describe('what a display is about', () => {
  const output = { id: 'out-2', slot: 'wall', scenes: [{ ...empty, id: 'left' }, running] } as unknown as Output;
  const records: StudioRecords = new Map([['outputs', new Map([['out-2', { ...output }]])]]);

  it.each([['WALL'], ['Out-2']])('is an output by its slot or id: %s', (name) => {
    expect(recordNamed(records, 'outputs', name, ['slot', 'id'])).toEqual(output);
  });

  it('is nothing if there is no such record', () => {
    expect(recordNamed(records, 'outputs', 'main', ['slot', 'id'])).toBeUndefined();
    expect(recordNamed(records, 'cameras', 'wall', ['id'])).toBeUndefined();
  });

  it.each([
    [null, 'full'],
    ['LEFT', 'left'],
    ['right', undefined],
  ])('is the scene that its address names, else the one that plays: %s', (name, id) => {
    expect(sceneOf(output, name)?.id).toBe(id);
  });

  it('is the first scene while none plays', () => {
    const idle = { ...output, scenes: [{ ...empty, id: 'left' }, empty] };
    expect(sceneOf(idle, null)?.id).toBe('left');
  });
});

it('@DISPLAY-3: a lamp is lit as the tally is', () => {
  expect((['program', 'preview', 'off', null] as const).map(lampOf)).toEqual(['air', 'ready', 'off', 'unknown']);
});
