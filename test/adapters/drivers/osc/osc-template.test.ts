// Which messages of OSC fit a match with arguments, and how values stand in messages.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { filledOsc, matchesOsc } from '../../../../adapters/drivers/osc/osc-template.js';

const one = { type: 'integer', value: 1 };

it('a match with arguments fits as many of them, and one without any number', () => {
  const lists = [[], [one], [one, one], [one, one, one]];
  const fits = (match: Parameters<typeof matchesOsc>[0]) =>
    lists.map((args) => matchesOsc(match, {})({ address: '/a', args }));
  expect(fits({ address: '/a', args: [1, 1] })).toEqual([false, false, true, false]);
  expect(fits({ address: '/a', args: [] })).toEqual([true, false, false, false]);
  expect(fits({ address: '/a' })).toEqual([true, true, true, true]);
});

const argumentsOf: Readonly<Record<string, object>> = {
  T: { type: 'boolean', value: true },
  F: { type: 'boolean', value: false },
  '1': { type: 'integer', value: 1 },
  '1.0': { type: 'float', value: 1 },
  '"1"': { type: 'string', value: '1' },
  '"on"': { type: 'string', value: 'on' },
  '0': { type: 'integer', value: 0 },
  '""': { type: 'string', value: '' },
};

it.each<readonly [string | number | boolean, readonly string[]]>([
  [true, ['T', '1', '1.0', '"1"']],
  [1, ['T', '1', '1.0', '"1"']],
  ['1', ['T', '1', '1.0', '"1"']],
  [0, ['F', '0']],
  ['on', ['"on"']],
  ['01', ['1', '1.0', 'T']],
  ['*', ['"1"', '"on"', '""']],
])('the argument %j fits each form in which equipment writes it, and no other', (expected, forms) => {
  const matches = matchesOsc({ address: '/a', args: [expected] }, {});
  const fitting = Object.entries(argumentsOf).filter(([, one]) =>
    matches({ address: '/a', args: [one as typeof one & { type: string; value: unknown }] }),
  );
  expect(fitting.map(([form]) => form).sort()).toEqual([...forms].sort());
});

it.each<readonly [object | string | number | boolean, string | number, object | string]>([
  ['{value}', 0, { type: 'integer', value: 0 }],
  ['{value}', 7, { type: 'integer', value: 7 }],
  ['{value}', '7', { type: 'string', value: '7' }],
  ['no. {value}', 7, { type: 'string', value: 'no. 7' }],
  ['{value}', 'a/b', { type: 'string', value: 'a/b' }],
  ['{value}', 'a\0b', 'written in its template'],
  [{ float: '{value}' }, 0, { type: 'float', value: 0 }],
  [{ float: '{value}' }, '2.5', { type: 'float', value: 2.5 }],
  [{ float: '{value}' }, 'much', 'a value is no number, as float requires'],
  [{ float: 0.5 }, 7, { type: 'float', value: 0.5 }],
  [0, 7, { type: 'integer', value: 0 }],
  [false, 7, { type: 'boolean', value: false }],
])('the argument %j with the value %j', (argument, value, expected) => {
  const filled = filledOsc({ address: '/a', args: [argument as string] }, { value });
  if (typeof expected === 'string') expect(filled).toMatchObject({ left: expect.stringContaining(expected) as string });
  else expect(filled).toEqual(E.right({ address: '/a', args: [expected] }));
});

it.each<readonly [string | number, string | undefined]>([
  ['wide', '/a/wide'],
  [0, '/a/0'],
  ['a.b', '/a/a.b'],
  ...['a/b', 'a b', 'a*', 'a?', '[a]', '{a}', 'a,b', '#a', 'ä', 'a\0', ''].map((value) => [value, undefined] as const),
])('the value %j in an address', (value, expected) => {
  const filled = filledOsc({ address: '/a/{value}' }, { value });
  expect(E.isRight(filled) ? filled.right.address : undefined).toBe(expected);
});
