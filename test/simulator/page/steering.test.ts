// The calls of the steering API that the page makes.
import { expect, it } from 'vitest';
import type { SteeringClient } from '../../../simulator/client/steering-client.js';
import { steerWith } from '../../../simulator/page/steering.js';

it('a call leaves an error only if it fails itself, and not that of the call before', async () => {
  const ends = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  let count = 0;
  const steer = steerWith({} as SteeringClient, (failure) => ends[count++]?.resolve(failure));
  steer(() => Promise.reject(new Error('no such device')));
  expect(await ends[0].promise).toBe('no such device');
  steer(() => Promise.resolve());
  expect(await ends[1].promise).toBe('');
});
