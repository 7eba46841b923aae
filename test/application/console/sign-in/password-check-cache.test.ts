// The cache of password checks: how long a check is valid, and which one is dropped when there are too many.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { hashSecret, SystemConsoleSecrets } from '../../../../adapters/node/console-secrets.js';
import { passwordCheckCache } from '../../../../application/console/sign-in/password-check-cache.js';
import type { Operator } from '../../../../domain/console/operator.js';
import { manualClock } from '../../../../simulator/clock.js';

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
  return { clock, cache, checked, use };
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

it('checks at the same time run once, and each returns its operator with the roles that were read last', async () => {
  const { cache } = bench();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const [before, after] = [operatorOf('vera'), { ...operatorOf('vera'), role: null }];
  let checks = 0;
  const use = (operator: Operator) =>
    cache.getOrCheck(operator, { username: 'vera', password: 'right' }, async () => {
      checks += 1;
      await promise;
      return E.right(operator);
    });
  const results = [use(before), use(after)];
  resolve(undefined);
  expect(await Promise.all(results)).toEqual([E.right(before), E.right(after)]);
  expect(checks).toBe(1);
});

it('a check that could not be made is made at the next use', async () => {
  const { cache, checked, use } = bench();
  const credentials = { username: 'vera', password: 'right' };
  const failing = cache.getOrCheck(operatorOf('vera'), credentials, () => Promise.reject(new Error('down')));
  await expect(failing).rejects.toThrow('down');
  await use('vera');
  expect(checked).toEqual(['vera']);
});
