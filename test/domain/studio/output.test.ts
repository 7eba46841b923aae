// Outputs: choosing a scene, and the clip that plays.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { idleScene } from '../../support/scenes.js';
import { chooseScene, findScene, Output, OutputDefinition, playingClip } from '../../../domain/studio/output.js';

const main = { id: 'out-1', slot: 'main', name: 'Main', scenes: ['full'] };
const wall = { id: 'out-2', slot: 'wall', name: 'Wall', scenes: ['left', 'Right'] };

describe('the scene of a call', () => {
  it('is the one it names, ignoring case', () => {
    expect(chooseScene(wall, 'RIGHT')).toEqual(E.right('Right'));
    expect(chooseScene(wall, 'left')).toEqual(E.right('left'));
    expect(findScene(main, 'Full')).toEqual(E.right('full'));
    expect(findScene({ ...main, scenes: ['\u00fcber'] }, 'U\u0308ber')).toEqual(E.right('\u00fcber'));
  });

  it('defaults to the only one', () => {
    expect(chooseScene(main, undefined)).toEqual(E.right('full'));
  });

  it('must be named when there are several', () => {
    expect(chooseScene(wall, undefined)).toMatchObject(
      E.left({
        code: 'invalid_parameter',
        message: 'scene: expected one of left, Right, as "wall" has several, got nothing',
      }),
    );
    expect(E.isLeft(chooseScene({ ...main, scenes: [] }, undefined))).toBe(true);
  });

  it('must exist', () => {
    expect(chooseScene(wall, 'centre')).toMatchObject(
      E.left({ code: 'not_found', message: 'the output "wall" has no scene "centre"; it has left, Right' }),
    );
  });
});

describe('the clip that plays', () => {
  const scene = (id: string, clip: string | null) => ({ ...idleScene(id), clip, bank: clip && 'news' });
  const output = (...scenes: ReturnType<typeof scene>[]) => ({
    ...wall,
    scenes,
    connected: true,
    tally: 'off' as const,
    confirmedBy: undefined,
    lead: undefined,
    players: undefined,
  });

  it('is that of the first playing scene', () => {
    expect(playingClip(output(scene('left', null), scene('right', 'opener')))).toBe('opener');
    expect(playingClip(output(scene('left', 'bed'), scene('right', 'opener')))).toBe('bed');
  });

  it('is undefined while none plays', () => {
    expect(playingClip(output(scene('left', null)))).toBeUndefined();
    expect(playingClip(output())).toBeUndefined();
  });

  it('is part of the output’s record', () => {
    expect(Output.is(output(scene('left', 'bed')))).toBe(true);
    expect(Output.is({ ...output(), connected: undefined })).toBe(false);
  });
});

describe('an output', () => {
  it.each([
    ['one scene', ['full'], true],
    ['several scenes', ['left', 'right'], true],
    ['no scene', [], false],
    ['one scene twice', ['left', 'LEFT'], false],
  ])('has %s', (_, scenes, expected) => {
    expect(OutputDefinition.is({ ...main, scenes })).toBe(expected);
  });
});
