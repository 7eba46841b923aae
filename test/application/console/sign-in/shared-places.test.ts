// Places that addresses share: none of them takes all.
import { describe, expect, it } from 'vitest';
import { sharedPlaces } from '../../../../application/console/sign-in/shared-places.js';
import { address } from '../../../domain/fixtures.js';

const held = Promise.withResolvers<string>();

describe('shared places', () => {
  it('are limited for one network, without a limit for others', async () => {
    const run = sharedPlaces({ inAll: 5, perNetwork: 2 });
    const waiting = ['2001:db8::1', '2001:db8::2'].map((from) => run(address(from), () => held.promise));
    expect(await run(address('2001:db8::3'), () => Promise.resolve('ran'))).toBeUndefined();
    expect(await run(address('2001:db8:0:1::1'), () => Promise.resolve('ran'))).toBe('ran');
    held.resolve('done');
    expect(await Promise.all(waiting)).toEqual(['done', 'done']);
    expect(await run(address('2001:db8::3'), () => Promise.resolve('ran'))).toBe('ran');
  });

  it('are limited in all', async () => {
    const run = sharedPlaces({ inAll: 2, perNetwork: 2 });
    const never = new Promise<string>(() => undefined);
    for (const from of ['10.0.0.1', '10.0.0.2']) void run(address(from), () => never);
    expect(await run(address('10.0.0.3'), () => Promise.resolve('ran'))).toBeUndefined();
  });

  it('are free again after a task that fails', async () => {
    const run = sharedPlaces({ inAll: 1, perNetwork: 1 });
    await expect(run(address('10.0.0.1'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await run(address('10.0.0.1'), () => Promise.resolve('ran'))).toBe('ran');
  });
});

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
