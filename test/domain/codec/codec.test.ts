// Codecs that say what they expect, and faults that say where.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import {
  described,
  formatIssues,
  validationIssues,
  listOf,
  moment,
  oneOf,
  refined,
  text,
  unique,
  whole,
  type SchemaAnnotations,
} from '../../../domain/codec/codec.js';

const faults = (codec: t.Mixed, input: unknown): string => {
  const decoded = codec.decode(input);
  return E.isLeft(decoded) ? formatIssues(validationIssues(decoded.left)) : 'none';
};

const takes = (codec: t.Mixed, input: unknown): boolean => {
  const decoded = E.isRight(codec.decode(input));
  expect(codec.is(input)).toBe(decoded);
  return decoded;
};

describe('text', () => {
  it.each(['ab', 'abc', 'ab ', 'äöü', '日本語', '"\\'])('takes %j', (value) => {
    expect(takes(text(2, 3), value)).toBe(true);
  });

  it.each(['', 'a', 'abcd', 'a\n', 'a\u0000', 'a\u001f', 'a\u007f', 'a\u0085', 'a\u009b', 12, null, ['a', 'b']])(
    'refuses %j',
    (value) => {
      expect(takes(text(2, 3), value)).toBe(false);
    },
  );

  it('says what it expects', () => {
    expect(faults(text(2, 3), 7)).toBe('the whole: expected a text of 2 to 3 characters without control characters');
  });
});

describe('a whole number', () => {
  it.each([2, 3, 4])('may be %s of 2 to 4', (value) => {
    expect(takes(whole(2, 4), value)).toBe(true);
  });

  it.each([1, 5, 2.5, NaN, Infinity, '3', null])('may not be %j of 2 to 4', (value) => {
    expect(takes(whole(2, 4), value)).toBe(false);
    expect(faults(whole(2, 4), value)).toBe('the whole: expected a whole number from 2 to 4');
  });
});

describe('one of some texts', () => {
  it('is one of them exactly', () => {
    const codec = oneOf('on', 'off');
    expect(['on', 'off', 'ON', '', 'onoff', null, ['on']].map((value) => takes(codec, value))).toEqual([
      ...[true, true],
      ...[false, false, false, false, false],
    ]);
    expect(faults(codec, 'ON')).toBe('the whole: expected one of on, off');
    expect(codec.encode('on')).toBe('on');
  });
});

describe('a refined codec', () => {
  const even = refined(t.number, (value) => value % 2 === 0, 'an even number');

  it('takes what passes, and gives it back as it came', () => {
    expect([2, 3, '2'].map((value) => takes(even, value))).toEqual([true, false, false]);
    expect(even.encode(2)).toBe(2);
  });

  it('tells a fault within as that fault, and its own as its own', () => {
    const pair = refined(t.type({ a: whole(0, 9), b: whole(0, 9) }), ({ a, b }) => a < b, 'a pair in order');
    expect(faults(pair, { a: 'x', b: 2 })).toBe('a: expected a whole number from 0 to 9');
    expect(faults(pair, { a: 2, b: 1 })).toBe('the whole: expected a pair in order');
    expect(faults(t.type({ pair }), { pair: { a: 2, b: 1 } })).toBe('pair: expected a pair in order');
  });
});

describe('what documents are told', () => {
  const keywords = (codec: t.Mixed) => (codec as SchemaAnnotations).keywords;

  it('is carried by every codec made here', () => {
    expect(keywords(text(2, 3))).toEqual({ minLength: 2, maxLength: 3, pattern: '^\\P{Cc}*$' });
    expect(keywords(whole(2, 4))).toEqual({ type: 'integer', minimum: 2, maximum: 4 });
    expect(keywords(oneOf('on', 'off'))).toEqual({ type: 'string', enum: ['on', 'off'] });
    expect(keywords(moment)).toEqual({ format: 'date-time' });
  });

  it('is the expectation where a refinement has no keywords for it', () => {
    const even = refined(t.number, (value) => value % 2 === 0, 'an even number');
    expect(keywords(even)).toEqual({ description: 'an even number' });
    expect((even as SchemaAnnotations).refines).toBe(t.number);
  });

  it('is added to a codec that stays as it was, in name, make and judgement', () => {
    const plain = t.type({ a: whole(0, 9) }, 'Named');
    const told = described(described(plain, { description: 'One', examples: [1] }), { description: 'Two' });
    expect(keywords(told)).toEqual({ description: 'Two', examples: [1] });
    expect(keywords(plain)).toBeUndefined();
    expect([told.name, told.props]).toEqual([plain.name, plain.props]);
    expect([takes(told, { a: 1 }), takes(told, { a: 10 })]).toEqual([true, false]);
    expect(faults(t.type({ told }), { told: { a: 10 } })).toBe('told.a: expected a whole number from 0 to 9');
  });
});

describe('a list without doubles', () => {
  const list = unique(
    unique(listOf(t.type({ id: text(1, 9), name: text(1, 9) })), ({ id }) => id, 'id'),
    ({ name }) => name,
    'name',
  );

  it('has every key once, letters’ case aside', () => {
    expect(takes(list, [])).toBe(true);
    expect(
      takes(list, [
        { id: 'a', name: 'b' },
        { id: 'b', name: 'a' },
      ]),
    ).toBe(true);
    expect(
      faults(list, [
        { id: 'a', name: 'a' },
        { id: 'A', name: 'b' },
      ]),
    ).toBe('the whole: expected a list in which no two have the same id');
    expect(
      faults(list, [
        { id: 'a', name: 'a' },
        { id: 'b', name: 'A' },
      ]),
    ).toBe('the whole: expected a list in which no two have the same name');
  });

  it('tells faults of its entries by their place', () => {
    expect(faults(t.type({ list }), { list: [{ id: 'a', name: 'a' }, { id: 'b' }] })).toBe(
      'list[1].name: expected a text of 1 to 9 characters without control characters',
    );
  });
});

describe('faults', () => {
  const record = t.readonly(t.type({ a: whole(0, 9) }));

  it('have places, in lists and records', () => {
    expect(
      faults(t.type({ list: t.readonlyArray(t.type({ a: record })) }), { list: [{ a: { a: 1 } }, { a: { a: 10 } }] }),
    ).toBe('list[1].a.a: expected a whole number from 0 to 9');
    expect(faults(t.record(t.string, t.array(whole(0, 9))), { '7': [1], x: [10] })).toBe(
      'x[0]: expected a whole number from 0 to 9',
    );
  });

  it('name choices together, and no member’s number', () => {
    const either = t.union([whole(0, 9), t.null]);
    expect(faults(t.type({ a: either }), { a: 'x' })).toBe('a: expected a whole number from 0 to 9 or null');
    expect(faults(t.type({ a: t.readonly(t.union([record, t.null])) }), { a: { a: 'x' } })).toBe(
      'a.a: expected a whole number from 0 to 9; a: expected null',
    );
  });

  it('count no member of an intersection as a place', () => {
    const both = t.readonly(t.intersection([t.type({ a: whole(0, 9) }), t.type({ b: whole(0, 9) })]));
    expect(faults(t.type({ both }), { both: { a: 1, b: 10 } })).toBe('both.b: expected a whole number from 0 to 9');
    expect(faults(t.type({ both }), { both: 7 })).toBe('both: expected an object');
  });

  it('don’t spell out what records and lists are made of', () => {
    expect(faults(record, 7)).toBe('the whole: expected an object');
    expect(faults(t.type({ a: t.string }), 7)).toBe('the whole: expected an object');
    expect(faults(t.readonlyArray(record), 7)).toBe('the whole: expected a list');
    expect(faults(t.array(t.string), 7)).toBe('the whole: expected a list');
    expect(faults(t.type({ a: t.string }, 'Named'), 7)).toBe('the whole: expected Named');
  });
});
