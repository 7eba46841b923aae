// Hashed passwords: their salt and cost, how many are checked at a time, and the same letters in other encodings.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultCost, scryptPasswords } from '../../../adapters/node/passwords.js';
import { PasswordHash } from '../../../domain/console/operator.js';

const passwords = scryptPasswords({ cost: 2, blockSize: 1, parallelization: 1 });

it.each([
  ['composed and decomposed letters', 'Zo\u00eb und J\u00f6rg', 'Zoe\u0308 und Jo\u0308rg', true],
  ['the ligature of fi', '\ufb01nale', 'finale', true],
  ['wide letters', '\uff21\uff22\uff23 12', 'ABC 12', true],
  ['capital letters', 'correct horse', 'Correct horse', false],
  ['a further space', 'correct horse', 'correct horse ', false],
])('passwords are the same or not: %s', async (_what, one, other, isSame) => {
  expect(await passwords.matches(other, await passwords.hash(one))).toBe(isSame);
  expect(await passwords.matches(one, await passwords.hash(other))).toBe(isSame);
});

it('passwords are salted, and checked with the cost that is stored with the hash', async () => {
  const cheap = scryptPasswords({ cost: 16, blockSize: 1, parallelization: 1 });
  const [one, other] = [await cheap.hash('secret'), await cheap.hash('secret')];
  expect(one.hash).not.toBe(other.hash);
  expect(PasswordHash.is(one)).toBe(true);
  expect(await scryptPasswords().matches('secret', one)).toBe(true);
  expect(await scryptPasswords().matches('Secret', one)).toBe(false);
});

it('passwords are checked two at a time, so that file access never waits for all of them', async () => {
  const passwords = scryptPasswords({ cost: 2 ** 12, blockSize: 8, parallelization: 1 });
  const stored = await passwords.hash('secret');
  const folder = await mkdtemp(join(tmpdir(), 'passwords-'));
  let finished = 0;
  const checks = Array.from({ length: 60 }, async () => {
    await passwords.matches('wrong', stored);
    finished += 1;
  });
  await writeFile(join(folder, 'variable'), 'on');
  expect(finished).toBeLessThan(30);
  await Promise.all(checks);
  await rm(folder, { recursive: true });
});

it('passwords are hashed at the default cost unless another one is specified', async () => {
  expect(await scryptPasswords().hash('secret')).toMatchObject({ method: 'scrypt', ...defaultCost });
});
