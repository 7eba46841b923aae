// Parameters: what is taken, and that every refusal says what was wrong and never repeats a token.
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
} from '../../application/api/parameters.js';
import type { Failure } from '../../domain/failure.js';

const codecs = { count: optional(wholeNumber(50, 10_000, 'milliseconds')) };

const read = (...values: readonly string[]) => decodeParameters(codecs, new Map([['count', values]]));

const messageOf = (decoded: E.Either<Failure, unknown>): string =>
  E.match(
    ({ code, message }: Failure) => `${code}: ${message}`,
    () => 'taken',
  )(decoded);

const zeros = fc.integer({ min: 0, max: 5 }).map((times) => '0'.repeat(times));
const tokens = fc.stringMatching(/^svc_[a-z0-9]{32}$/);

describe('a whole number', () => {
  it('within its bounds is taken as it was written, leading zeros aside', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 10_000 }), zeros, (count, before) => {
        expect(read(`${before}${String(count)}`)).toEqual(E.right({ count }));
      }),
    );
  });

  it('beyond its bounds is refused with its name, its bounds and what was sent', () => {
    const beyond = fc.oneof(fc.integer({ max: 49 }), fc.integer({ min: 10_001 })).map(String);
    fc.assert(
      fc.property(beyond, (written) => {
        expect(messageOf(read(written))).toBe(
          `invalid_parameter: count: expected a whole number of milliseconds from 50 to 10000, got "${written}"`,
        );
      }),
    );
  });

  it('is refused in any other writing', () => {
    const written = fc.string({ minLength: 1 }).filter((text) => !/^[0-9]+$/.test(text));
    fc.assert(fc.property(written, (text) => E.isLeft(read(text))));
    for (const text of ['5e2', '0x64', '100.0', ' 100', '+100', '١٠٠', '1'.repeat(400)])
      expect(E.isLeft(read(text))).toBe(true);
  });
});

describe('a parameter', () => {
  it('that is empty counts as absent', () => {
    expect(read('')).toEqual(E.right({ count: undefined }));
    expect(messageOf(decodeParameters({ name: someText }, new Map([['name', ['']]])))).toContain(
      'name: expected a text',
    );
    expect(messageOf(decodeParameters({ name: someText }, new Map()))).toContain('got nothing');
  });

  it('may have a meaning for the empty text', () => {
    expect(decodeParameters({ value: anyText }, new Map([['value', ['']]]))).toEqual(E.right({ value: '' }));
    expect(messageOf(decodeParameters({ value: anyText }, new Map()))).toContain('got nothing');
  });

  it('that comes more than once is refused, whatever it says', () => {
    const several = fc.array(fc.constantFrom('', '100', 'x'), { minLength: 2, maxLength: 4 });
    fc.assert(fc.property(several, (values) => messageOf(read(...values)).includes('count: expected it once')));
  });

  it('with a NUL is refused', () => {
    expect(messageOf(decodeParameters({ value: anyText }, new Map([['value', ['a\0b']]])))).toContain(
      'no NUL character',
    );
  });

  it('that nobody knows is ignored', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, values) => {
        fc.pre(name !== 'count');
        expect(decodeParameters(codecs, new Map([[name, values]]))).toEqual(E.right({ count: undefined }));
      }),
    );
  });

  it('never has its refusal repeat a token', () => {
    fc.assert(
      fc.property(fc.string(), tokens, fc.string(), (before, token, after) => {
        expect(messageOf(read(before + token + after))).not.toContain(token);
      }),
    );
  });

  it('of the path is told before one of the query', () => {
    const raw = { path: new Map([['id', ['']]]), query: new Map([['count', ['1']]]) };
    expect(messageOf(decodeCall({ id: someText }, codecs, raw))).toContain('id: expected');
  });
});
