// Names of devices, labels and studios: characters that do not show, and names that look alike.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import {
  comparable,
  isSameName,
  listOf,
  looseText,
  text,
  unique,
  visible,
  type SchemaAnnotations,
} from '../../../domain/codec/codec.js';

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
    expect(accepted.map(([name]) => name)).toEqual(hidden.map(([name]) => name).filter((name) => name !== 'a control'));
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
