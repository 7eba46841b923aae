// Steps: which contents each kind has.
import { describe, expect, it } from 'vitest';
import { featureOfStep, foldStep, isStationScoped, Step, type StepCases } from '../../../domain/studio/step.js';

const dayMs = 86_400_000;

describe('what a step controls', () => {
  const clip = { output: 'o', scene: 's', clip: 'c' };

  it.each<readonly [Step, string | null, boolean]>([
    [{ play: clip }, 'outputs', true],
    [{ cue: clip }, 'outputs', true],
    [{ take: { output: 'o', scene: 's' } }, 'outputs', true],
    [{ stop: { output: 'o' } }, 'outputs', true],
    [{ recall: { camera: 'c', angle: 'a' } }, 'cameras', false],
    [{ switch: { signal: 's', on: true } }, 'signals', false],
    [{ pulse: { signal: 's' } }, 'signals', false],
    [{ set: { variable: 'v', value: 1 } }, 'variables', true],
    [{ activate: { bank: 'b' } }, 'outputs', false],
    [{ run: { macro: 'm' } }, 'macros', false],
    [{ studio: 'off_air' }, 'studio', false],
    [{ waitMs: 1 }, null, false],
  ])('of %j is the feature %s, for a station: %s', (step, feature, isScoped) => {
    expect([featureOfStep(step), isStationScoped(step)]).toEqual([feature, isScoped]);
  });
});

describe('a step', () => {
  it.each([
    { pulse: { signal: 's' } },
    { pulse: { signal: 's', ms: 50 } },
    { pulse: { signal: 's', ms: 10_000 } },
    { waitMs: 1 },
    { waitMs: dayMs },
    { stop: { output: 'o' } },
    { stop: { output: 'o', scene: 'full' } },
    { run: { macro: 'm', with: { a: 1, b: null } } },
    { studio: 'off_air' },
  ])('may be %j', (step) => {
    expect(Step.is(step)).toBe(true);
  });

  it.each([
    { pulse: { signal: 's', ms: 49 } },
    { pulse: { signal: 's', ms: 10_001 } },
    { waitMs: 0 },
    { waitMs: dayMs + 1 },
    { waitMs: 1, studio: 'on_air' },
    { take: { output: 'o' } },
    { cue: { output: 'o', scene: 'full' } },
    { switch: { signal: 's' } },
    {},
    null,
  ])('may not be %j', (step) => {
    expect(Step.is(step)).toBe(false);
  });

  it('is handled by the function of its kind', () => {
    const names = [
      'play',
      'cue',
      'take',
      'stop',
      'recall',
      'switch',
      'pulse',
      'set',
      'activate',
      'run',
      'studio',
      'waitMs',
    ];
    const cases = Object.fromEntries(names.map((name) => [name, (content: unknown) => [name, content]]));
    const fold = foldStep(cases as unknown as StepCases<unknown>);
    expect(fold({ waitMs: 5 })).toEqual(['waitMs', 5]);
    expect(fold({ switch: { signal: 's', on: false } })).toEqual(['switch', { signal: 's', on: false }]);
  });
});
