// Failures: the message never contains a token.
import { describe, expect, it } from 'vitest';
import { failure } from '../../domain/failure.js';
import { token } from './fixtures.js';

describe('a failure', () => {
  it('has its code and its message', () => {
    expect(failure('not_found', 'there is no lamp "x"')).toEqual({
      code: 'not_found',
      message: 'there is no lamp "x"',
    });
  });

  it('hides tokens', () => {
    expect(failure('not_found', `there is no lamp "${token(1)}"`).message).toBe('there is no lamp "***"');
  });
});
