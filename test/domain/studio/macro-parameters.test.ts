// Parameters of macros: their definitions, values and placeholders.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { fillStep, MacroParameters, readParameterValues } from '../../../domain/studio/macro-parameters.js';
import type { Step } from '../../../domain/studio/step.js';
import { token } from '../fixtures.js';

const parameters = [
  { name: 'guest', type: 'NUMBER' },
  { name: 'clip', type: 'STRING', default: 'opener' },
  { name: 'live', type: 'BOOLEAN', default: false },
] as const;

describe('the parameters of a macro', () => {
  it.each([
    [parameters, true],
    [[{ name: 'a', type: 'NUMBER', default: '1' }], false],
    [[{ name: 'a', type: 'STRING', default: null }], false],
    [[{ name: 'wait', type: 'STRING' }], false],
    [[{ name: 'token', type: 'STRING' }], false],
    [[{ name: 'Guest', type: 'STRING' }], false],
    [[{ name: 'a b', type: 'STRING' }], false],
    [[{ name: '', type: 'STRING' }], false],
    [['a', 'a'].map((name) => ({ name, type: 'STRING' })), false],
  ])('%j are valid: %j', (definitions, isValid) => {
    expect(E.isRight(MacroParameters.decode(definitions))).toBe(isValid);
  });

  it.each(['wait', 'timeout', 'token', 'soft', 'station', 'key', 'since', 'tIMEOUT'])(
    'are not named %s, which all calls use',
    (name) => {
      expect(E.isRight(MacroParameters.decode([{ name, type: 'STRING' }]))).toBe(false);
    },
  );

  it('have the values that are given, or their defaults', () => {
    expect(readParameterValues(parameters, { guest: '2', live: 'on', seat: '7' })).toEqual(
      E.right({ guest: 2, clip: 'opener', live: true }),
    );
    expect(readParameterValues(parameters, { guest: 2, clip: '', live: true })).toEqual(
      E.right({ guest: 2, clip: 'opener', live: true }),
    );
  });

  it.each([
    [{}, 'guest: expected a value of type NUMBER, got nothing'],
    [{ guest: 'x' }, 'guest: expected a decimal number, got "x"'],
    [{ guest: token(1) }, 'guest: expected a decimal number, got "***"'],
    [{ guest: 1, live: 'maybe' }, 'live: expected one of 1, 0, true, false, on, off, got "maybe"'],
  ])('refuse %j', (given, message) => {
    expect(readParameterValues(parameters, given)).toMatchObject(E.left({ code: 'invalid_parameter', message }));
  });
});

describe('the placeholders of a step', () => {
  const values = { guest: 2, clip: 'bed', live: true };

  it.each<readonly [Step, Step]>([
    [
      { play: { output: 'out-${guest}', scene: 'full', clip: '${clip}' } },
      { play: { output: 'out-2', scene: 'full', clip: 'bed' } },
    ],
    [{ set: { variable: 'v', value: '${guest}' } }, { set: { variable: 'v', value: 2 } }],
    [{ set: { variable: 'v', value: '${guest} of ${guest}' } }, { set: { variable: 'v', value: '2 of 2' } }],
    [{ set: { variable: 'v', value: '${live}' } }, { set: { variable: 'v', value: true } }],
    [{ set: { variable: 'v', value: 'a $& ${other}' } }, { set: { variable: 'v', value: 'a $& ${other}' } }],
    [{ run: { macro: 'm', with: { a: '${guest}', b: 1 } } }, { run: { macro: 'm', with: { a: 2, b: 1 } } }],
    [{ run: { macro: 'm' } }, { run: { macro: 'm' } }],
    [{ switch: { signal: 'sig-${guest}', on: true } }, { switch: { signal: 'sig-2', on: true } }],
    [{ set: { variable: 'v', value: '${other}' } }, { set: { variable: 'v', value: '${other}' } }],
    [{ set: { variable: 'v', value: null } }, { set: { variable: 'v', value: null } }],
    [{ studio: 'on_air' }, { studio: 'on_air' }],
    [{ waitMs: 5 }, { waitMs: 5 }],
  ])('of %j are replaced: %j', (step, filled) => {
    expect(fillStep(step, values)).toEqual(filled);
  });

  it('are replaced by nothing where the value is unset', () => {
    expect(fillStep({ set: { variable: 'v', value: '<${clip}>' } }, { clip: null })).toEqual({
      set: { variable: 'v', value: '<>' },
    });
  });

  it('are replaced by the value as it is', () => {
    const step = { set: { variable: 'v', value: '<${clip}>' } };
    expect(fillStep(step, { clip: '${guest} $1', guest: 2 })).toEqual({
      set: { variable: 'v', value: '<${guest} $1>' },
    });
  });
});
