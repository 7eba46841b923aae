// Validation issues: their paths and how they are formatted.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { integer } from '../../../domain/codec/codec.js';
import { decodeOrMessage, issuesWithin, missingFields, wordsOf } from '../../../domain/codec/issues.js';

const issuesOf = (codec: t.Mixed, input: unknown): string => {
  const decoded = decodeOrMessage(codec, input);
  return E.isLeft(decoded) ? decoded.left : 'none';
};

describe('validation issues', () => {
  const record = t.readonly(t.type({ a: integer(0, 9) }));

  it('have paths through lists and records', () => {
    expect(
      issuesOf(t.type({ list: t.readonlyArray(t.type({ a: record })) }), { list: [{ a: { a: 1 } }, { a: { a: 10 } }] }),
    ).toBe('list[1].a.a: expected a whole number from 0 to 9');
    expect(issuesOf(t.record(t.string, t.array(integer(0, 9))), { '7': [1], x: [10] })).toBe(
      'x[0]: expected a whole number from 0 to 9',
    );
  });

  it('join the members of a union, without their index', () => {
    const either = t.union([integer(0, 9), t.null]);
    expect(issuesOf(t.type({ a: either }), { a: 'x' })).toBe('a: expected a whole number from 0 to 9 or null');
    expect(issuesOf(t.type({ a: t.readonly(t.union([record, t.null])) }), { a: { a: 'x' } })).toBe(
      'a.a: expected a whole number from 0 to 9; a: expected null',
    );
  });

  it('leave out the index of an intersection’s members', () => {
    const both = t.readonly(t.intersection([t.type({ a: integer(0, 9) }), t.type({ b: integer(0, 9) })]));
    expect(issuesOf(t.type({ both }), { both: { a: 1, b: 10 } })).toBe('both.b: expected a whole number from 0 to 9');
    expect(issuesOf(t.type({ both }), { both: 7 })).toBe('both: expected an object');
  });

  it('leave out the details of records and lists', () => {
    expect(issuesOf(record, 7)).toBe('the whole value: expected an object');
    expect(issuesOf(t.type({ a: t.string }), 7)).toBe('the whole value: expected an object');
    expect(issuesOf(t.readonlyArray(record), 7)).toBe('the whole value: expected a list');
    expect(issuesOf(t.array(t.string), 7)).toBe('the whole value: expected a list');
    expect(issuesOf(t.type({ a: t.string }, 'Named'), 7)).toBe('the whole value: expected Named');
  });
});

it.each([
  [integer(0, 9), '7', '; remove the quotes'],
  [integer(0, 9), '12', ''],
  [t.boolean, 'true', '; remove the quotes'],
  [t.boolean, 'false', '; remove the quotes'],
  [t.boolean, 'yes', ''],
  [t.union([integer(0, 9), t.null]), '-1', ''],
  [t.string, 7, '; put it in quotes'],
  [t.string, true, '; put it in quotes'],
  [t.string, null, ''],
])('an issue states what to do with quotes if that mends the value: %s %j', (codec, value, mended) => {
  expect(issuesOf(codec, value).replace(/^.*?(; |$)/, '$1')).toBe(mended);
});

it('issues of a value are at its place in the value around it', () => {
  const issues = [
    { path: '', expected: 'a list' },
    { path: 'b', expected: 'another', first: 'a' },
  ];
  expect(issuesWithin('list[0]', issues)).toEqual([
    { path: 'list[0]', expected: 'a list' },
    { path: 'list[0].b', expected: 'another', first: 'list[0].a' },
  ]);
});

it('fields are missing where there is no value at all', () => {
  const decoded = t.type({ a: t.type({ b: t.string, c: t.string }), d: t.string }).decode({ a: { b: null }, d: null });
  expect(E.isLeft(decoded) && missingFields(decoded.left)).toEqual(['a.c']);
});

describe('decoding', () => {
  it('returns the value, or all issues in one message', () => {
    const pair = t.type({ a: integer(0, 9), b: integer(0, 9) });
    expect(decodeOrMessage(pair, { a: 1, b: 2 })).toEqual(E.right({ a: 1, b: 2 }));
    expect(decodeOrMessage(pair, { a: 10, b: -1 })).toEqual(
      E.left('a: expected a whole number from 0 to 9; b: expected a whole number from 0 to 9'),
    );
  });

  it('names the value itself as the caller wants', () => {
    expect(decodeOrMessage(integer(0, 9), 'x', 'body')).toEqual(E.left('body: expected a whole number from 0 to 9'));
    expect(decodeOrMessage(t.type({ a: integer(0, 9) }), {}, 'body')).toEqual(
      E.left('a: expected a whole number from 0 to 9'),
    );
  });
});

describe('a value', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'nothing'],
    ['seven', 'the text "seven"'],
    ['x'.repeat(60), `the text "${'x'.repeat(60)}"`],
    ['x'.repeat(61), `the text "${'x'.repeat(60)}…"`],
    [-0.5, 'the number -0.5'],
    [true, 'true'],
    [[1], undefined],
    [{}, undefined],
  ])('is named in issues: %j as %s', (value, name) => {
    expect(wordsOf(value)).toBe(name);
  });
});
