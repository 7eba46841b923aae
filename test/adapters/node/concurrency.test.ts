// Tasks of which only some run at the same time.
import { expect, it } from 'vitest';
import { atMost } from '../../../adapters/node/concurrency.js';

const continueAll = async (): Promise<void> => {
  for (let done = 0; done < 10; done += 1) await Promise.resolve();
};

it('run in the order of the calls, as many as the limit permits, also after some that failed', async () => {
  const limited = atMost(2);
  const started: number[] = [];
  const ends = Array.from({ length: 6 }, () => Promise.withResolvers<string>());
  const results = ends.map(({ promise }, at) =>
    limited(() => {
      started.push(at);
      return promise;
    }).catch((error: unknown) => (error as Error).message),
  );
  await continueAll();
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error('second'));
  ends[0]?.reject(new Error('first'));
  await continueAll();
  expect(started).toEqual([0, 1, 2, 3]);
  ends[3]?.resolve('fourth');
  await continueAll();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (const { resolve } of ends) resolve('last');
  expect(await Promise.all(results)).toEqual(['first', 'second', 'last', 'fourth', 'last', 'last']);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
});
