// Passwords as different keyboards and systems write the same letters.
import { expect, it } from 'vitest';
import { scryptPasswords } from '../../../adapters/node/passwords.js';

const passwords = scryptPasswords({ cost: 2, blockSize: 1, parallelization: 1 });

it.each([
  ['composed and decomposed letters', 'Zo\u00eb und J\u00f6rg', 'Zoe\u0308 und Jo\u0308rg', true],
  ['the ligature of fi', '\ufb01nale', 'finale', true],
  ['wide letters', '\uff21\uff22\uff23 12', 'ABC 12', true],
  ['capital letters', 'correct horse', 'Correct horse', false],
  ['a further space', 'correct horse', 'correct horse ', false],
])('are the same or not: %s', async (_what, one, other, isSame) => {
  expect(await passwords.matches(other, await passwords.hash(one))).toBe(isSame);
  expect(await passwords.matches(one, await passwords.hash(other))).toBe(isSame);
});
