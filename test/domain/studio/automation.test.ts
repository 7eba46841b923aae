// Automations and their steps: states, transitions and triggers.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { AutomationDefinition, transitionAutomation, delayUntilTrigger } from '../../../domain/studio/automation.js';
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

  it('has a trigger of one kind', () => {
    const sound = [{ timeOfDay: '00:00' }, { timeOfDay: '23:59' }, { minuteOfHour: 59 }, { everyMs: 1 }];
    const times = ['24:00', '7:30', '12:60', '12:00:00', ''].map((timeOfDay) => ({ timeOfDay }));
    const unsound = [...times, { minuteOfHour: 60 }, { everyMs: 0 }, {}, null];
    const isOne = (trigger: unknown): boolean => AutomationDefinition.is({ ...hourly, trigger });
    expect([sound.every(isOne), unsound.some(isOne)]).toEqual([true, false]);
  });
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('a trigger', () => {
  it('with a pause fires immediately at first, then after each pause', () => {
    expect([false, true].map((hasFired) => delayUntilTrigger({ everyMs: 500 }, 12_345, hasFired))).toEqual([0, 500]);
  });

  it.each([
    [0, 0, hourMs],
    [0, 1, hourMs - 1],
    [15, 10 * minuteMs, 5 * minuteMs],
    [15, 15 * minuteMs, hourMs],
    [15, 20 * minuteMs, 55 * minuteMs],
    [59, 10 * hourMs, 59 * minuteMs],
  ])('at minute %i fires at that minute of an hour', (minuteOfHour, nowMs, delayMs) => {
    expect(delayUntilTrigger({ minuteOfHour }, nowMs, true)).toBe(delayMs);
  });

  it('at a minute always fires within an hour, at that minute', () => {
    const fires = fc.property(fc.nat(59), fc.nat(2 ** 45), (minuteOfHour, nowMs) => {
      const delayMs = delayUntilTrigger({ minuteOfHour }, nowMs, false);
      expect(delayMs > 0 && delayMs <= hourMs).toBe(true);
      expect((nowMs + delayMs) % hourMs).toBe(minuteOfHour * minuteMs);
    });
    fc.assert(fires);
  });
});

describe('a step', () => {
  const steps = [
    { play: { output: 'main', scene: 'full', clip: 'opener', bank: 'news' } },
    { recall: { camera: 'cam-1', angle: 'wide' } },
    { switch: { signal: 'sig-1', on: true } },
    { waitMs: 250 },
  ];
  const describeStep = foldStep({
    play: ({ output, scene, clip, bank }) => `play ${[output, scene, clip, bank ?? 'the active bank'].join(' ')}`,
    recall: ({ camera, angle }) => `recall ${camera} ${angle}`,
    switch: ({ signal, on }) => `switch ${signal} ${on ? 'on' : 'off'}`,
    wait: (delayMs) => `wait ${String(delayMs)}`,
  });

  it('is one of four kinds', () => {
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
