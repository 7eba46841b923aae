// The list of what a service can send.
import { describe, expect, it } from 'vitest';
import { listsSent } from '../../../domain/console/service-sends.js';

describe('the header of what a service can send', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['calls', true],
    ['logs, calls', true],
    ['Calls ,logs', true],
    ['recalls', false],
    [['logs', 'calls'], true],
  ])('%j lists calls: %s', (header, expected) => {
    expect(listsSent(header, 'calls')).toBe(expected);
  });
});
