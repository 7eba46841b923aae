// Codecs: accepted values, expectations and keywords.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describe, expect, it, vi } from 'vitest';
import {
  type SchemaAnnotations,
  boundedListOf,
  boundedNumber,
  comparable,
  dateTime,
  described,
  integer,
  isSameName,
  listOf,
  looseText,
  oneOf,
  oneOfMore,
  refined,
  text,
  unique,
  visible,
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
    expect(issuesOf(integer(2, 4), value)).toMatch(/^the whole value: expected a whole number from 2 to 4/);
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

describe('names of devices, labels and studios', () => {
  const accepts = (codec: t.Mixed, input: unknown): boolean => E.isRight(codec.decode(input));

  const hidden = [
    ['a bidi override', '\u202e'],
    ['a bidi isolate', '\u2066'],
    ['a left-to-right mark', '\u200e'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a tag', '\u{e0041}'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['half a surrogate pair', '\ud83d'],
    ['the other half', '\ude00'],
    ['a Hangul filler', '\u3164'],
    ['a halfwidth Hangul filler', '\uffa0'],
    ['a Hangul initial filler', '\u115f'],
    ['a Hangul medial filler', '\u1160'],
    ['a Khmer vowel', '\u17b4'],
    ['another Khmer vowel', '\u17b5'],
    ['a Mongolian variation selector', '\u180b'],
    ['a Mongolian vowel separator', '\u180e'],
    ['the last Mongolian variation selector', '\u180f'],
    ['a grapheme joiner', '\u034f'],
    ['a control', '\u0007'],
  ] as const;

  describe('a text', () => {
    it.each(hidden)('with %s is refused, by its pattern in JSON Schema too', (_name, character) => {
      const value = `Desk${character} panel`;
      const { keywords } = text(1, 64) as SchemaAnnotations;
      expect(accepts(text(1, 64), value)).toBe(false);
      expect(new RegExp(String(keywords?.['pattern']), 'u').test(value)).toBe(false);
      expect(visible(value)).toBe('Desk\ufffd panel');
    });

    it.each(['Pult – Süd', '日本語', 'Пульт', 'استوديو', 'लाइव', '😀', '❤️', '\ue000', '\u0378', '#1 (left)'])(
      '%j is accepted and shown as it is',
      (value) => {
        const { keywords } = text(1, 64) as SchemaAnnotations;
        expect(accepts(text(1, 64), value)).toBe(true);
        expect(new RegExp(String(keywords?.['pattern']), 'u').test(value)).toBe(true);
        expect(visible(value)).toBe(value);
      },
    );
  });

  describe('a loose text', () => {
    it('may contain what does not show, but no control character', () => {
      const accepted = hidden.filter(([, character]) => accepts(looseText(1, 64), `a${character}`));
      expect(accepted.map(([name]) => name)).toEqual(
        hidden.map(([name]) => name).filter((name) => name !== 'a control'),
      );
      expect([accepts(looseText(2, 3), 'a'), accepts(looseText(2, 3), 'abcd')]).toEqual([false, false]);
    });
  });

  describe('names', () => {
    it.each([
      ['Panel', 'PANEL'],
      ['Panel 1', 'Ｐａｎｅｌ １'],
      ['Büro', 'Bu\u0308ro'],
      ['No', '№'],
    ])('%j and %j are the same', (one, other) => {
      expect(comparable(one)).toBe(comparable(other));
    });

    it('of other letters are not', () => {
      expect(comparable('Panel')).not.toBe(comparable('Pane1'));
    });
  });

  describe('@PARAMETER-5: names', () => {
    const [composed, decomposed] = ['B\u00fchne', 'BU\u0308HNE'];

    it.each([
      [composed, decomposed, true],
      [decomposed, composed, true],
      ['B\u00fchne', 'Buhne', false],
      ['\uff21', 'A', false],
    ])('%s and %s match: %s', (one, other, expected) => {
      expect(isSameName(one, other)).toBe(expected);
    });

    it('that match are not unique in a list', () => {
      const list = unique(listOf(text(1, 64)), (name) => name, 'name');
      expect(accepts(list, [composed, decomposed])).toBe(false);
      expect(accepts(list, [composed, 'Buhne'])).toBe(true);
    });
  });
});
