// Variables: values written, kept and told.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { plainValue, readVariableValue, VariableDefinition } from '../../../domain/studio/variable.js';
import { token } from '../fixtures.js';

describe('a value that is written', () => {
  it.each([
    ['STRING', 'on', 'on'],
    ['STRING', ' 1 ', ' 1 '],
    ['NUMBER', '3', 3],
    ['NUMBER', '-2.5', -2.5],
    ['NUMBER', '+.5', 0.5],
    ['NUMBER', '5.', 5],
    ['NUMBER', '1e3', 1000],
    ['NUMBER', '2E-1', 0.2],
    ['BOOLEAN', '1', true],
    ['BOOLEAN', 'TRUE', true],
    ['BOOLEAN', 'On', true],
    ['BOOLEAN', '0', false],
    ['BOOLEAN', 'false', false],
    ['BOOLEAN', 'OFF', false],
  ] as const)('as %s %j is read', (type, written, value) => {
    expect(readVariableValue(type, written)).toEqual(E.right(value));
  });

  it.each(['STRING', 'NUMBER', 'BOOLEAN'] as const)('as %s unsets when it is empty', (type) => {
    expect(readVariableValue(type, '')).toEqual(E.right(null));
  });

  it.each([
    'one',
    '0x10',
    '1e999',
    '-1e999',
    'NaN',
    'Infinity',
    ' 1',
    '1 ',
    '1,5',
    '.',
    '+',
    'e3',
    '1e',
    '--1',
    '1_000',
  ])('as NUMBER %j is refused', (written) => {
    expect(readVariableValue('NUMBER', written)).toEqual(
      E.left({ code: 'invalid_parameter', message: `value: expected a decimal number, got "${written}"` }),
    );
  });

  it.each(['2', 'yes', 'no', '01', ' 1', 'null', 'constructor', '__proto__'])('as BOOLEAN %j is refused', (written) => {
    expect(readVariableValue('BOOLEAN', written)).toEqual(
      E.left({
        code: 'invalid_parameter',
        message: `value: expected one of 1, 0, true, false, on, off, got "${written}"`,
      }),
    );
  });

  it('is never repeated when it is a token', () => {
    expect(readVariableValue('NUMBER', token(1))).toMatchObject(
      E.left({ message: 'value: expected a decimal number, got "***"' }),
    );
  });
});

describe('the plain form', () => {
  it.each([
    [null, ''],
    ['', ''],
    ['Good morning', 'Good morning'],
    [2, '2'],
    [-0.5, '-0.5'],
    [true, '1'],
    [false, '0'],
  ])('of %j is %j', (value, plain) => {
    expect(plainValue(value)).toBe(plain);
  });

  it('of a number or boolean reads back as the same value', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
    const readsBack = fc.property(fc.oneof(number, fc.boolean()), (value) => {
      const type = typeof value === 'number' ? 'NUMBER' : 'BOOLEAN';
      expect(readVariableValue(type, plainValue(value))).toEqual(E.right(value));
    });
    fc.assert(readsBack);
  });
});

describe('a variable', () => {
  const variable = { id: 'var-1', station: 'alpha', name: 'Headline' };

  it.each([
    ['STRING', 'text', true],
    ['STRING', '', true],
    ['NUMBER', 2, true],
    ['BOOLEAN', false, true],
    ['STRING', null, true],
    ['NUMBER', null, true],
    ['BOOLEAN', null, true],
    ['STRING', 2, false],
    ['NUMBER', '2', false],
    ['NUMBER', NaN, false],
    ['NUMBER', Infinity, false],
    ['BOOLEAN', 1, false],
    ['BOOLEAN', 'true', false],
    ['STRING', true, false],
    ['STRING', {}, false],
    ['DATE', 'x', false],
  ])('of type %s begins with %j: %j', (type, value, expected) => {
    expect(VariableDefinition.is({ ...variable, type, value })).toBe(expected);
  });
});
