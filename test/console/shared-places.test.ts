// Places for tasks that wait for somebody else: how many there are, and that each is given back.
import { expect, it } from 'vitest';
import { sharedPlaces } from '../../application/console/sign-in/shared-places.js';
import { address } from '../domain/fixtures.js';

it.each([
  ['succeeds', () => Promise.resolve('done')],
  ['fails', () => Promise.reject(new Error('failed'))],
])('a task that %s gives its place back, to its network and to all', async (_how, task) => {
  const inPlace = sharedPlaces({ inAll: 2, perNetwork: 1 });
  for (let count = 0; count < 5; count += 1)
    for (const from of ['10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8::2'])
      await expect(inPlace(address(from), task).catch(() => 'done')).resolves.toBe('done');
});

it('a task is not run while its network, or all together, have too many', async () => {
  const inPlace = sharedPlaces({ inAll: 3, perNetwork: 2 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const wait = (from: string) => inPlace(address(from), () => promise);
  const running = [wait('2001:db8::1'), wait('2001:db8::2')];
  await expect(wait('2001:db8::3')).resolves.toBeUndefined();
  running.push(wait('10.0.0.1'));
  await expect(wait('10.0.0.2')).resolves.toBeUndefined();
  resolve('done');
  await expect(Promise.all(running)).resolves.toEqual(['done', 'done', 'done']);
  await expect(wait('2001:db8::3')).resolves.toBe('done');
});
