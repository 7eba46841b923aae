// Variables: parsing, validation and the plain form of values.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import {
  plainValue,
  readVariableValue,
  VariableDefinition,
  variableValueFrom,
} from '../../../domain/studio/variable.js';
import { token } from '../fixtures.js';

describe('parsing a value', () => {
  it.each([
    ['STRING', 'on', 'on'],
    ['STRING', ' 1 ', ' 1 '],
    ['STRING', ' ', ' '],
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
  ] as const)('as %s accepts %j', (type, text, value) => {
    expect(readVariableValue(type, text)).toEqual(E.right(value));
  });

  it('as STRING takes 1024 characters, and repeats no more than 100 of a wrong value', () => {
    expect(readVariableValue('STRING', 'a'.repeat(1_024))).toEqual(E.right('a'.repeat(1_024)));
    const message = 'value: expected a text of at most 1024 characters, got 1025 characters';
    expect(readVariableValue('STRING', 'a'.repeat(1_025))).toMatchObject(
      E.left({ code: 'invalid_parameter', message }),
    );
    const initial = { id: 'a', station: 'b', name: 'c', type: 'STRING' };
    const fits = [1_024, 1_025].map((length) => VariableDefinition.is({ ...initial, value: 'a'.repeat(length) }));
    expect(fits).toEqual([true, false]);
    expect(VariableDefinition.is({ ...initial, type: 'NUMBER', value: Infinity })).toBe(false);
  });

  it.each([
    ['STRING', 'a'.repeat(1_500), 'a text of 1500 characters'],
    ['BOOLEAN', 'on', 'a text of 2 characters'],
    ['STRING', 12, 'a number'],
  ])('of an initial %s names the variable and its value if it does not fit', (type, value, got) => {
    const decoded = VariableDefinition.decode({ id: 'a', station: 'b', name: 'Headline', type, value });
    const expected = 'a variable whose value is of its type, and not longer than 1024 characters';
    expect(decoded).toMatchObject(E.left([{ message: `${expected}; "Headline" is a ${type}, and has ${got}` }]));
  });

  it.each(['STRING', 'NUMBER', 'BOOLEAN'] as const)('as %s unsets the variable for the empty text', (type) => {
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
  ])('as NUMBER rejects %j', (text) => {
    expect(readVariableValue('NUMBER', text)).toMatchObject(
      E.left({ code: 'invalid_parameter', message: `value: expected a decimal number, got "${text}"` }),
    );
  });

  it.each(['2', 'yes', 'no', '01', ' 1', 'null', 'constructor', '__proto__'])('as BOOLEAN rejects %j', (text) => {
    expect(readVariableValue('BOOLEAN', text)).toMatchObject(
      E.left({
        code: 'invalid_parameter',
        message: `value: expected one of 1, 0, true, false, on, off, got "${text}"`,
      }),
    );
  });

  it('redacts a token in the message', () => {
    expect(readVariableValue('NUMBER', token(1))).toMatchObject(
      E.left({ message: 'value: expected a decimal number, got "***"' }),
    );
  });
});

describe('the value that a step sets', () => {
  it.each([
    ['NUMBER', 2, 2],
    ['NUMBER', '2.5', 2.5],
    ['NUMBER', true, 1],
    ['STRING', 2, '2'],
    ['STRING', 'on', 'on'],
    ['BOOLEAN', 1, true],
    ['BOOLEAN', false, false],
    ['NUMBER', null, null],
    ['NUMBER', '', null],
  ] as const)('of a %s from %j is %j', (type, value, set) => {
    expect(variableValueFrom(type, value)).toEqual(E.right(set));
  });

  it('is refused if it has another type', () => {
    expect(variableValueFrom('BOOLEAN', 2)).toMatchObject(
      E.left({
        code: 'invalid_parameter',
        message: 'value: expected one of 1, 0, true, false, on, off, got "2"',
      }),
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

  it('of a number or boolean is parsed to the same value', () => {
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
  ])('of type %s with the value %j is valid: %j', (type, value, expected) => {
    expect(VariableDefinition.is({ ...variable, type, value })).toBe(expected);
  });
});
