// Batches of queued items: one at a time, and none is lost.
import { expect, it } from 'vitest';
import { coalesce } from '../../../../application/console/changes/coalesce.js';

it('an item that is queued again while it is being processed is processed once more', async () => {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const enqueue = coalesce<string>((batch) => {
    batches.push(batch);
    return new Promise((resolve) => void ends.push(resolve));
  });
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  for (const item of ['a', 'b', 'a', 'b']) enqueue(item);
  expect(batches).toEqual([['a']]);
  await end();
  expect(batches).toEqual([['a'], ['b', 'a']]);
  enqueue('b');
  await end();
  await end();
  enqueue('c');
  await end();
  expect(batches.slice(2)).toEqual([['b'], ['c']]);
});
