// A device that is away is tried often, but its secrets are read seldom.
import { expect, it } from 'vitest';
import { recentSecrets } from '../../infra/recent-secrets.js';
import { manualClock } from '../../simulator/clock.js';

it('a secret that is used all the time is read again after 5 s too', async () => {
  const clock = manualClock();
  let current = 'wrong';
  const read = recentSecrets({ clock, readSecret: () => Promise.resolve(current) });
  expect(await read('/password')).toBe('wrong');
  current = 'corrected';
  for (let passed = 0; passed < 4_500; passed += 500) {
    await clock.advance(500);
    expect(await read('/password')).toBe('wrong');
  }
  await clock.advance(500);
  expect(await read('/password')).toBe('corrected');
});

it('a secret is read again after 5 s, also if it could not be read', async () => {
  const clock = manualClock();
  const paths: string[] = [];
  const readSecret = (path: string): Promise<string> => {
    paths.push(path);
    return path === '/missing'
      ? Promise.reject(new Error('missing'))
      : Promise.resolve(`secret ${String(paths.length)}`);
  };
  const read = recentSecrets({ clock, readSecret });
  expect([await read('/one'), await read('/one')]).toEqual(['secret 1', 'secret 1']);
  for (let attempt = 0; attempt < 3; attempt += 1) await expect(read('/missing')).rejects.toThrow('missing');
  await clock.advance(5_000);
  expect(await read('/one')).toBe('secret 3');
  expect(paths).toEqual(['/one', '/missing', '/one']);
});
