// Tests of decoding parameters: accepted values, and messages that explain what is wrong without repeating a token.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import {
  anyText,
  decodeCall,
  decodeParameters,
  optional,
  someText,
  wholeNumber,
} from '../../../application/api/parameters.js';
import { followEvents } from '../../../application/operations/events.js';
import type { Failure } from '../../../domain/failure.js';

const codecs = { count: optional(wholeNumber(50, 10_000, 'milliseconds')) };

const read = (...values: readonly string[]) => decodeParameters(codecs, new Map([['count', values]]));

const messageOf = (decoded: E.Either<Failure, unknown>): string =>
  E.match(
    ({ code, message }: Failure) => `${code}: ${message}`,
    () => 'accepted',
  )(decoded);

const zeros = fc.integer({ min: 0, max: 5 }).map((times) => '0'.repeat(times));
const tokens = fc.stringMatching(/^svc_[a-z0-9]{32}$/);

describe('a whole number', () => {
  it('is accepted within its range, with leading zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 10_000 }), zeros, (count, before) => {
        expect(read(`${before}${String(count)}`)).toEqual(E.right({ count }));
      }),
    );
  });

  it('is refused outside its range, with its name, its range and the value', () => {
    const beyond = fc.oneof(fc.integer({ max: 49 }), fc.integer({ min: 10_001 })).map(String);
    fc.assert(
      fc.property(beyond, (written) => {
        expect(messageOf(read(written))).toBe(
          `invalid_parameter: count: expected a whole number of milliseconds from 50 to 10000, got "${written}"`,
        );
      }),
    );
  });

  it('is refused in any other notation', () => {
    const written = fc.string({ minLength: 1 }).filter((text) => !/^[0-9]+$/.test(text));
    fc.assert(fc.property(written, (text) => E.isLeft(read(text))));
    for (const text of ['5e2', '0x64', '100.0', ' 100', '+100', '١٠٠', '1'.repeat(400)])
      expect(E.isLeft(read(text))).toBe(true);
  });
});

describe('a parameter', () => {
  it('counts as absent if it is empty', () => {
    expect(read('')).toEqual(E.right({ count: undefined }));
    expect(messageOf(decodeParameters({ name: someText }, new Map([['name', ['']]])))).toContain(
      'name: expected a text',
    );
    expect(messageOf(decodeParameters({ name: someText }, new Map()))).toContain('got nothing');
  });

  it('may accept the empty text', () => {
    expect(decodeParameters({ value: anyText }, new Map([['value', ['']]]))).toEqual(E.right({ value: '' }));
    expect(messageOf(decodeParameters({ value: anyText }, new Map()))).toContain('got nothing');
  });

  it('is refused if it has several values', () => {
    const several = fc.array(fc.constantFrom('', '100', 'x'), { minLength: 2, maxLength: 4 });
    fc.assert(fc.property(several, (values) => messageOf(read(...values)).includes('count: expected one value')));
  });

  it('is refused if it contains NUL', () => {
    expect(messageOf(decodeParameters({ value: anyText }, new Map([['value', ['a\0b']]])))).toContain(
      'no NUL character',
    );
  });

  it('is ignored if it is unknown', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, values) => {
        fc.pre(name !== 'count');
        expect(decodeParameters(codecs, new Map([[name, values]]))).toEqual(E.right({ count: undefined }));
      }),
    );
  });

  it('is refused without repeating a token', () => {
    fc.assert(
      fc.property(fc.string(), tokens, fc.string(), (before, token, after) => {
        expect(messageOf(read(before + token + after))).not.toContain(token);
      }),
    );
  });

  it('of the path is checked before those of the query', () => {
    const raw = { path: new Map([['id', ['']]]), query: new Map([['count', ['1']]]) };
    expect(messageOf(decodeCall({ id: someText }, codecs, raw))).toContain('id: expected');
  });
});

describe('the parameters of the event stream', () => {
  const prepared = (name: string, value: string) =>
    messageOf(followEvents.prepare({ path: new Map(), query: new Map([[name, [value]]]) }));

  it.each([
    ['types', 'signal'],
    ['types', 'clip.ending,alarm,signal'],
    ['types', ''],
    ['records', 'state'],
    ['records', ''],
  ])('@EVENT-7 @EVENT-8: accept %s=%s', (name, value) => {
    expect(prepared(name, value)).toBe('accepted');
  });

  it.each([
    ['types', 'signal,lamp'],
    ['types', 'lamp,signal'],
    ['types', 'signal,'],
    ['types', 'signal, output'],
    ['types', 'Signal'],
    ['types', 'reset'],
    ['records', 'State'],
    ['records', 'all'],
  ])('@EVENT-7 @EVENT-8: refuse %s=%s, and quote it', (name, value) => {
    expect(prepared(name, value)).toMatch(new RegExp(`^invalid_parameter: ${name}: expected .*, got "${value}"$`));
  });
});
