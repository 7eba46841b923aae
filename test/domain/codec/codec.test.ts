// Codecs: accepted values, expectations and keywords.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describe, expect, it, vi } from 'vitest';
import {
  boundedListOf,
  boundedNumber,
  dateTime,
  described,
  integer,
  listOf,
  oneOf,
  oneOfMore,
  refined,
  text,
  unique,
  type SchemaAnnotations,
} from '../../../domain/codec/codec.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';

const issuesOf = (codec: t.Mixed, input: unknown): string => {
  const decoded = decodeOrMessage(codec, input);
  return E.isLeft(decoded) ? decoded.left : 'none';
};

const accepts = (codec: t.Mixed, input: unknown): boolean => {
  const decoded = E.isRight(codec.decode(input));
  expect(codec.is(input)).toBe(decoded);
  return decoded;
};

describe('text', () => {
  it.each(['ab', 'abc', 'ab ', 'äöü', '日本語', '"\\'])('accepts %j', (value) => {
    expect(accepts(text(2, 3), value)).toBe(true);
  });

  it.each(['', 'a', 'abcd', 'a\n', 'a\u0000', 'a\u001f', 'a\u007f', 'a\u0085', 'a\u009b', 12, null, ['a', 'b']])(
    'rejects %j',
    (value) => {
      expect(accepts(text(2, 3), value)).toBe(false);
    },
  );

  it('states what it expects', () => {
    expect(issuesOf(text(2, 3), 7)).toBe(
      'the whole value: expected a text of 2 to 3 characters without control or invisible characters',
    );
  });
});

describe('a bounded number', () => {
  it.each([-0.5, 0, 1.25])('accepts %j', (value) => {
    expect(accepts(boundedNumber(-0.5, 1.25), value)).toBe(true);
  });

  it.each([-0.6, 1.26, Infinity, Number.NaN, '1', null])('rejects %j', (value) => {
    expect(accepts(boundedNumber(-0.5, 1.25), value)).toBe(false);
  });

  it('states what it expects', () => {
    expect(issuesOf(boundedNumber(-0.5, 1.25), 7)).toBe('the whole value: expected a number from -0.5 to 1.25');
  });
});

describe('an integer', () => {
  it.each([2, 3, 4])('accepts %s from 2 to 4', (value) => {
    expect(accepts(integer(2, 4), value)).toBe(true);
  });

  it.each([1, 5, 2.5, NaN, Infinity, '3', null])('rejects %j from 2 to 4', (value) => {
    expect(accepts(integer(2, 4), value)).toBe(false);
    expect(issuesOf(integer(2, 4), value)).toBe('the whole value: expected a whole number from 2 to 4');
  });
});

describe('oneOf', () => {
  it('accepts exactly the given texts', () => {
    const codec = oneOf('on', 'off');
    expect(['on', 'off', 'ON', '', 'onoff', null, ['on']].map((value) => accepts(codec, value))).toEqual([
      ...[true, true],
      ...[false, false, false, false, false],
    ]);
    expect(issuesOf(codec, 'ON')).toBe('the whole value: expected one of on, off');
    expect(codec.encode('on')).toBe('on');
  });
});

describe('a refined codec', () => {
  const even = refined(t.number, (value) => value % 2 === 0, 'an even number');

  it('accepts what passes the test and encodes it unchanged', () => {
    expect([2, 3, '2'].map((value) => accepts(even, value))).toEqual([true, false, false]);
    expect(even.encode(2)).toBe(2);
  });

  it('reports issues of the inner codec, then its own', () => {
    const pair = refined(t.type({ a: integer(0, 9), b: integer(0, 9) }), ({ a, b }) => a < b, 'a pair in order');
    expect(issuesOf(pair, { a: 'x', b: 2 })).toBe('a: expected a whole number from 0 to 9');
    expect(issuesOf(pair, { a: 2, b: 1 })).toBe('the whole value: expected a pair in order');
    expect(issuesOf(t.type({ pair }), { pair: { a: 2, b: 1 } })).toBe('pair: expected a pair in order');
  });
});

describe('the keywords', () => {
  const keywords = (codec: t.Mixed) => (codec as SchemaAnnotations).keywords;

  it('are set on every codec', () => {
    expect(keywords(text(2, 3))).toEqual({
      minLength: 2,
      maxLength: 3,
      pattern: expect.stringMatching(/^\^\[\^.*\]\*\$$/) as unknown,
    });
    expect(keywords(integer(2, 4))).toEqual({ type: 'integer', minimum: 2, maximum: 4 });
    expect(keywords(oneOfMore('on', 'off'))?.['description']).toContain('`off`');
    expect(keywords(oneOfMore('on', 'off'))).not.toHaveProperty('enum');
    expect(keywords(oneOf('on', 'off'))).toEqual({ type: 'string', enum: ['on', 'off'] });
    expect(keywords(dateTime)).toEqual({ format: 'date-time' });
  });

  it('default to the expectation of a refinement', () => {
    const even = refined(t.number, (value) => value % 2 === 0, 'an even number');
    expect(keywords(even)).toEqual({ description: 'an even number' });
    expect((even as SchemaAnnotations).refines).toBe(t.number);
  });

  it('are added to a copy with the same name, structure and validation', () => {
    const plain = t.type({ a: integer(0, 9) }, 'Named');
    const annotated = described(described(plain, { description: 'One', examples: [1] }), { description: 'Two' });
    expect(keywords(annotated)).toEqual({ description: 'Two', examples: [1] });
    expect(keywords(plain)).toBeUndefined();
    expect([annotated.name, annotated.props]).toEqual([plain.name, plain.props]);
    expect([accepts(annotated, { a: 1 }), accepts(annotated, { a: 10 })]).toEqual([true, false]);
    expect(issuesOf(t.type({ annotated }), { annotated: { a: 10 } })).toBe(
      'annotated.a: expected a whole number from 0 to 9',
    );
  });
});

describe('a unique list', () => {
  const list = unique(
    unique(listOf(t.type({ id: text(1, 9), name: text(1, 9) })), ({ id }) => id, 'id'),
    ({ name }) => name,
    'name',
  );

  it('has every key once, ignoring case', () => {
    expect(accepts(list, [])).toBe(true);
    expect(
      accepts(list, [
        { id: 'a', name: 'b' },
        { id: 'b', name: 'a' },
      ]),
    ).toBe(true);
    expect(
      issuesOf(list, [
        { id: 'a', name: 'a' },
        { id: 'A', name: 'b' },
      ]),
    ).toBe('the whole value: expected a list in which no two have the same id');
    expect(
      issuesOf(list, [
        { id: 'a', name: 'a' },
        { id: 'b', name: 'A' },
      ]),
    ).toBe('the whole value: expected a list in which no two have the same name');
  });

  it('reports issues of its entries with their paths', () => {
    expect(issuesOf(t.type({ list }), { list: [{ id: 'a', name: 'a' }, { id: 'b' }] })).toBe(
      'list[1].name: expected a text of 1 to 9 characters without control or invisible characters',
    );
  });
});

describe('a bounded list', () => {
  const entry = integer(0, 9);
  const bounded = boundedListOf(entry, 2);

  it('has at most so many entries', () => {
    expect(bounded.decode([1, 2])).toEqual(E.right([1, 2]));
    expect(decodeOrMessage(bounded, [1, 2, 3], 'list')).toEqual(E.left('list: expected at most 2 entries'));
    expect(decodeOrMessage(bounded, [10], 'list')).toEqual(E.left('[0]: expected a whole number from 0 to 9'));
    expect([[1, 2], [1, 2, 3], [10], 'ab'].map((value) => bounded.is(value))).toEqual([true, false, false, false]);
  });

  it('decodes no entry of a longer list', () => {
    const validate = vi.spyOn(entry, 'validate');
    expect(E.isLeft(bounded.decode(['x', 'y', 'z']))).toBe(true);
    expect(validate).not.toHaveBeenCalled();
    validate.mockRestore();
  });
});
