// Which messages of OSC fit a match with arguments.
import { expect, it } from 'vitest';
import { matchesOsc } from '../../../adapters/drivers/osc/osc-template.js';

const one = { type: 'integer', value: 1 };

it('a match with arguments fits as many of them, and one without any number', () => {
  const lists = [[], [one], [one, one], [one, one, one]];
  const fits = (match: Parameters<typeof matchesOsc>[0]) =>
    lists.map((args) => matchesOsc(match, {})({ address: '/a', args }));
  expect(fits({ address: '/a', args: [1, 1] })).toEqual([false, false, true, false]);
  expect(fits({ address: '/a', args: [] })).toEqual([true, false, false, false]);
  expect(fits({ address: '/a' })).toEqual([true, true, true, true]);
});
