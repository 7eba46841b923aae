// The cache of password checks: how long a check is valid, and which one is dropped when there are too many.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { hashSecret, SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { passwordCheckCache } from '../../application/console/sign-in/password-check-cache.js';
import type { Operator } from '../../domain/console/operator.js';
import { manualClock } from '../../simulator/clock.js';

const operatorOf = (username: string): Operator => ({
  username,
  role: 'viewer',
  studioRoles: {},
  disabled: false,
  password: null,
});

const bench = () => {
  const clock = manualClock();
  const cache = passwordCheckCache({ clock, hashSecret, secrets: new SystemConsoleSecrets() });
  const checked: string[] = [];
  const use = async (username: string): Promise<void> => {
    const operator = operatorOf(username);
    await cache.getOrCheck(operator, { username, password: 'right' }, () => {
      checked.push(username);
      return Promise.resolve(E.right(operator));
    });
  };
  return { clock, checked, use };
};

it('a check is valid for a minute, however often it is used', async () => {
  const { clock, checked, use } = bench();
  await use('vera');
  for (const ms of [20_000, 20_000, 19_999]) {
    await clock.advance(ms);
    await use('vera');
  }
  expect(checked).toEqual(['vera']);
  await clock.advance(1);
  await use('vera');
  expect(checked).toEqual(['vera', 'vera']);
});

it('of more than 256 checks, the oldest is dropped, and one that was repeated is not', async () => {
  const { clock, checked, use } = bench();
  const names = Array.from({ length: 256 }, (_, at) => `name-${String(at)}`);
  await use('name-0');
  await clock.advance(30_000);
  for (const name of names) await use(name);
  await clock.advance(30_000);
  await use('name-0');
  await use('one more');
  checked.splice(0);
  for (const name of ['name-0', 'name-2', 'one more', 'name-1']) await use(name);
  expect(checked).toEqual(['name-1']);
});
