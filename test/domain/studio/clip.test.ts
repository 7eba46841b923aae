// How a clip of a bank is found.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { BankDefinition, Clip, ClipDefinition, clipRecord, findClip, mediaOf } from '../../../domain/studio/clip.js';
import { nearestIn } from '../fixtures.js';

const clip = (number: number, key: string) => ({ number, key, name: key, durationMs: 1_000 });
const bank = { key: 'news', name: 'News', clips: [clip(1, 'Opener'), clip(2, '007'), clip(12, '2'), clip(30, '31')] };

describe('a clip', () => {
  it.each([
    ['1', 1],
    ['001', 1],
    ['12', 12],
    ['2', 2],
    ['02', 2],
    ['opener', 1],
    ['OPENER', 1],
    ['007', 2],
    ['31', 30],
  ])('@PLAY-4: is found as %s: by number first, else by key', (reference, number) => {
    expect(findClip(bank, reference)).toMatchObject(E.right({ number }));
  });

  it.each(['3', '0', '-1', '1.0', '1e0', '+1', ' 1', '0x1', '٢', '7', 'open', '', '9'.repeat(400)])(
    'is not found as %j',
    (reference) => {
      expect(findClip(bank, reference)).toMatchObject(
        E.left({ code: 'not_found', message: `the bank "news" has no clip "${reference}"` }),
      );
    },
  );

  it('@ERROR-26: that doesn’t exist may be meant to be the nearest one', () => {
    expect(nearestIn(findClip(bank, 'openr'))).toBe('"Opener"');
    expect(nearestIn(findClip({ ...bank, clips: [{ ...clip(1, 'op-1'), name: 'Titles' }] }, 'title'))).toBe(
      '"op-1" (Titles)',
    );
  });

  it('has a number from 1, a key, a name and a length, which may be unknown', () => {
    expect(Clip.is(clip(1, 'a'))).toBe(true);
    expect(Clip.is({ ...clip(1, 'a'), durationMs: null })).toBe(true);
    const wrong = [{ ...clip(0, 'a') }, { ...clip(1, '') }, { ...clip(1, 'a'), durationMs: 0 }, { number: 1 }];
    expect(wrong.filter((value) => Clip.is(value))).toEqual([]);
  });
});

describe('a clip of the studio file', () => {
  const withoutLength = { number: 1, key: 'a', name: 'A' };

  it('@CLIP-TIME-9: needs no length, and is then read with the length null', () => {
    expect(ClipDefinition.is(withoutLength)).toBe(true);
    expect(clipRecord(withoutLength)).toEqual({ ...withoutLength, durationMs: null });
    expect(clipRecord({ ...withoutLength, durationMs: 5 })).toEqual({ ...withoutLength, durationMs: 5 });
  });

  it('plays the file that it names, else the one of its key', () => {
    expect(mediaOf(withoutLength)).toBe('a');
    expect(mediaOf({ ...withoutLength, media: 'news/a.mov' })).toBe('news/a.mov');
  });

  it.each([
    'a',
    'News/Top 1.mov',
    "d'été (2), a & b_+",
    '日本/é',
    'MOVITS! ft. x [720p] @a #1',
    'It’s – o',
    'Mu\u0308ller',
  ])('may play the file %j', (media) => {
    expect(ClipDefinition.is({ ...withoutLength, media })).toBe(true);
  });

  it.each([
    ...['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.hidden', 'a/.b', '-loop', 'a/-b', ' a', 'a ', 'a /b', 'a/ b'],
    ...['http://x', 'a\\b', 'a"b', 'a;b', 'a\nb', '#a', 'a/#b', '[HTML] a', 'a:b', 'a?b', 'a%2e', 'x'.repeat(256)],
  ])('plays no file %j', (media) => {
    expect(ClipDefinition.is({ ...withoutLength, media })).toBe(false);
  });

  it.each([null, 0, '5', 0.5])('has no length %j', (durationMs) => {
    expect(ClipDefinition.is({ ...withoutLength, durationMs })).toBe(false);
  });
});

describe('a bank', () => {
  it('has every number and every key once', () => {
    expect(BankDefinition.is(bank)).toBe(true);
    expect(BankDefinition.is({ ...bank, clips: [] })).toBe(true);
    expect(BankDefinition.is({ ...bank, clips: [clip(1, 'a'), clip(1, 'b')] })).toBe(false);
    expect(BankDefinition.is({ ...bank, clips: [clip(1, 'a'), clip(2, 'A')] })).toBe(false);
  });
});
