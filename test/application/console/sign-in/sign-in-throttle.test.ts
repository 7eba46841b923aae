// What an attempt to sign in counts for when it has to wait.
import { expect, it } from 'vitest';
import { signInThrottle } from '../../../../application/console/sign-in/sign-in-throttle.js';
import { freeFailures } from '../../../../domain/access/sign-in-delay.js';
import { address } from '../../../domain/fixtures.js';
import { testConsole } from '../console.js';

it('an attempt that waits because of its account counts nowhere', async () => {
  const app = await testConsole();
  const throttle = signInThrottle(app.ports);
  const waitFrom = async (from: string): Promise<number> =>
    (await throttle.count({ username: 'vera', from: address(from) })).waitMs;
  for (let at = 0; at < freeFailures.account; at += 1) expect(await waitFrom(`10.0.${String(at)}.1`)).toBe(0);
  await app.clock.advance(4_999);
  for (let at = 0; at < freeFailures.pair; at += 1) expect(await waitFrom('198.51.100.9')).toBe(1);
  await app.clock.advance(1);
  expect(await waitFrom('198.51.100.9')).toBe(0);
});

it('a known address is one address, also of IPv6: others of its network are not', async () => {
  const app = await testConsole();
  const throttle = signInThrottle(app.ports);
  const from = (host: string) => ({ username: 'vera', from: address(host) });
  for (const host of ['2001:db8::1', '198.51.100.1']) await throttle.forgive(from(host));
  const isKnown = async (host: string): Promise<boolean> => (await throttle.count(from(host))).isKnown;
  expect([await isKnown('2001:db8::1'), await isKnown('198.51.100.1')]).toEqual([true, true]);
  expect([await isKnown('2001:db8::2'), await isKnown('198.51.100.2')]).toEqual([false, false]);
});
