// How console blocks are read and compared.
import { describe, expect, it } from 'vitest';
import { commandsIn, isExpected } from './console-blocks.js';

describe('console blocks', () => {
  it('yield each command with its output', () => {
    const text = 'Text.\n\n```console\n$ first\nOK\n$ second\n```\n\n```sh\n$ no console block\n```\n';
    expect(commandsIn(text)).toEqual([
      { command: 'first', output: 'OK' },
      { command: 'second', output: '' },
    ]);
  });

  it.each([
    ['OK', 'OK\n', true],
    ['OK', 'ERR unauthorized', false],
    ['{"at":"…"}', '{"at":"2026"}', true],
    ['{"at":"…"}', '{"at":"2026"', false],
    ['', 'anything', false],
  ])('expect %j of %j: %s', (expected, printed, result) => {
    expect(isExpected(expected, printed)).toBe(result);
  });
});
