// Failures: data for programs, words for people, and never a token.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { integer } from '../../domain/codec/codec.js';
import {
  causedBy,
  conflicting,
  decodeOrFailure,
  failure,
  failureWithin,
  invalid,
  methodNotAllowed,
  reasonOf,
  suggestionOf,
  superseded,
  unexpectedAfterCommand,
  withoutData,
} from '../../domain/failure.js';
import { token } from './fixtures.js';

describe('a failure', () => {
  it('has its code and its message', () => {
    const failed = failure('not_found', 'there is no lamp "x"');
    expect(failed).toEqual({ code: 'not_found', message: 'there is no lamp "x"' });
    expect([suggestionOf(failed), suggestionOf(superseded('late')), reasonOf(failed)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([failure, withoutData])('hides tokens', (make) => {
    expect(make('not_found', `there is no lamp "${token(1)}"`).message).toBe('there is no lamp "***"');
  });

  it('of a method names those that the path has', () => {
    const of = (...allowed: string[]) => methodNotAllowed('PUT', allowed).message;
    expect([of('GET'), of('GET', 'HEAD'), of('GET', 'PUT', 'HEAD')]).toEqual(
      ['GET', 'GET or HEAD', 'GET, PUT or HEAD'].map((list) => `PUT is not allowed here; expected ${list}`),
    );
  });

  it('of a command has its reason, which only the command itself carries', () => {
    const lost = superseded('another command replaced it');
    const run = causedBy(lost, 'the macro failed');
    expect([lost, unexpectedAfterCommand, run].map(reasonOf)).toEqual(['superseded', 'unexpected', undefined]);
    expect(run).toEqual({ code: 'device_error', message: 'the macro failed', cause: lost });
  });
});

describe('a value that is wrong', () => {
  const issues = [{ path: 'a', expected: 'a number', got: `"${token(1)}"`, suggestion: 'remove the quotes' }];

  it.each([
    ['invalid_parameter', invalid],
    ['conflict', conflicting],
  ])('is %s with its issues, and never shows a token', (code, make) => {
    expect(make(issues)).toEqual({
      code,
      message: 'a: expected a number, got "***"; remove the quotes',
      issues: [{ path: 'a', expected: 'a number', got: '"***"', suggestion: 'remove the quotes' }],
    });
  });

  it('is named as the caller wants, or by its place in the value around it', () => {
    const wrong = decodeOrFailure(integer(0, 9), 10, 'body');
    if (E.isRight(wrong)) expect.fail('it was decoded');
    expect(wrong.left.message).toBe('body: expected a whole number from 0 to 9');
    expect(failureWithin('entries[1]', wrong.left).message).toBe('entries[1]: expected a whole number from 0 to 9');
    expect(failureWithin('entries[1]', invalid(issues))).toMatchObject({ issues: [{ path: 'entries[1].a' }] });
    expect(failureWithin('entries[1]', withoutData('invalid_parameter', 'a: wrong')).message).toBe(
      'entries[1]: a: wrong',
    );
    expect(failureWithin('entries[1]', failure('conflict', 'no'))).toEqual(failure('conflict', 'entries[1]: no'));
    expect(decodeOrFailure(integer(0, 9), 7)).toEqual(E.right(7));
  });

  it('has no issues where only its message was stored', () => {
    expect(withoutData('invalid_parameter', 'a: wrong')).toEqual({
      code: 'invalid_parameter',
      message: 'a: wrong',
      issues: [],
    });
  });
});
