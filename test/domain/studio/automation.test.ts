// Automations and their steps: states, transitions and triggers.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import {
  AutomationDefinition,
  continuesAfterFailure,
  pauseAfterRunMs,
  retryPauseMs,
  transitionAutomation,
} from '../../../domain/studio/automation.js';
import { foldStep, Step } from '../../../domain/studio/step.js';

const hourly = { id: 'auto-1', station: 'alpha', name: 'Hourly', trigger: { minuteOfHour: 0 }, steps: [] };

describe('an automation', () => {
  it.each([
    ['stopped', 'start', 'running'],
    ['failed', 'start', 'running'],
    ['running', 'pause', 'paused'],
    ['paused', 'resume', 'running'],
    ['stopped', 'stop', 'stopped'],
    ['running', 'stop', 'stopped'],
    ['paused', 'stop', 'stopped'],
    ['failed', 'stop', 'stopped'],
  ] as const)('that is %s may %s and is %s then', (state, transition, next) => {
    expect(transitionAutomation(hourly, state, transition)).toEqual(E.right(next));
  });

  it.each([
    ['running', 'start', 'stopped or failed'],
    ['paused', 'start', 'stopped or failed'],
    ['stopped', 'pause', 'running'],
    ['paused', 'pause', 'running'],
    ['failed', 'pause', 'running'],
    ['stopped', 'resume', 'paused'],
    ['running', 'resume', 'paused'],
    ['failed', 'resume', 'paused'],
  ] as const)('that is %s may not %s', (state, transition, required) => {
    expect(transitionAutomation(hourly, state, transition)).toEqual(
      E.left({
        code: 'conflict',
        message: `the automation "auto-1" is ${state}; ${transition} requires it to be ${required}`,
      }),
    );
  });
});

describe('@AUTOMATION-12: a failed step', () => {
  it.each([
    [{ onFailure: 'retry' }, [5_000, 5_000, 5_000, undefined]],
    [{ onFailure: 'retry', retry: { count: 1 } }, [5_000, undefined]],
    [{ onFailure: 'retry', retry: { count: 2, pauseMs: 100 } }, [100, 100, undefined]],
    [{ onFailure: 'stop' }, [undefined]],
    [{ onFailure: 'continue' }, [undefined]],
    [{}, [undefined]],
  ] as const)('of an automation with %j is attempted again after %j ms', (policy, pausesMs) => {
    expect(pausesMs.map((_, index) => retryPauseMs(policy, index + 1))).toEqual(pausesMs);
  });

  it.each([
    [{ onFailure: 'continue' }, true],
    [{ onFailure: 'retry', retry: { then: 'continue' } }, true],
    [{ onFailure: 'retry', retry: { then: 'stop' } }, false],
    [{ onFailure: 'retry' }, false],
    [{ onFailure: 'stop' }, false],
    [{}, false],
  ] as const)('of an automation with %j lets it go on: %j', (policy, continues) => {
    expect(continuesAfterFailure(policy)).toBe(continues);
  });

  it('is attempted again only if the automation says so', () => {
    const policies = [
      { onFailure: 'retry', retry: {} },
      { onFailure: 'retry' },
      { onFailure: 'stop', retry: {} },
      { retry: {} },
    ];
    expect(policies.map((policy) => AutomationDefinition.is({ ...hourly, ...policy }))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

describe('@AUTOMATION-16: the pause after a run', () => {
  it.each([
    [1, 1, 1_000],
    [999, 999, 1_000],
    [1_000, 1_000, 1_000],
    [60_000, 60_000, 60_000],
  ])('of %d ms is %d ms, and %d ms after a failed run', (everyMs, done, failed) => {
    expect([pauseAfterRunMs(everyMs, false), pauseAfterRunMs(everyMs, true)]).toEqual([done, failed]);
  });
});

describe('a step', () => {
  const steps = [
    { play: { output: 'main', scene: 'full', clip: 'opener', bank: 'news' } },
    { recall: { camera: 'cam-1', angle: 'wide' } },
    { switch: { signal: 'sig-1', on: true } },
    { waitMs: 250 },
  ];
  const nothing = () => 'another';
  const describeStep = foldStep({
    play: ({ output, scene, clip, bank }) => `play ${[output, scene, clip, bank ?? 'the active bank'].join(' ')}`,
    recall: ({ camera, angle }) => `recall ${camera} ${angle}`,
    switch: ({ signal, on }) => `switch ${signal} ${on ? 'on' : 'off'}`,
    waitMs: (delayMs) => `wait ${String(delayMs)}`,
    cue: nothing,
    take: nothing,
    stop: nothing,
    playlist: nothing,
    next: nothing,
    previous: nothing,
    endPlaylist: nothing,
    pulse: nothing,
    set: nothing,
    activate: nothing,
    run: nothing,
    studio: nothing,
  });

  it('is one of several kinds', () => {
    expect(steps.filter((step) => Step.is(step))).toEqual(steps);
    const others = [{ waitMs: 0 }, { play: { output: 'main' } }, { recall: {} }, { switch: { signal: 'x' } }, {}, null];
    expect(others.filter((step) => Step.is(step))).toEqual([]);
  });

  it('calls the function for its kind', () => {
    expect(steps.filter((step) => Step.is(step)).map(describeStep)).toEqual([
      ...['play main full opener news', 'recall cam-1 wide', 'switch sig-1 on', 'wait 250'],
    ]);
    expect(describeStep({ play: { output: 'main', scene: 'full', clip: '1' } })).toBe(
      'play main full 1 the active bank',
    );
  });
});
