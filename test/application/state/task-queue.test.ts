// Work in the background that fails or ends early: queues, waits, and the runtime state on disk.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { runtimeStateWriter } from '../../../application/state/runtime-state-writer.js';
import { taskQueue } from '../../../application/state/task-queue.js';
import { within } from '../../../application/state/within.js';
import { initialRuntimeState, type RuntimeState } from '../../../domain/studio/runtime-state.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { silent } from '../../../features/support/silent-log.js';

it('a task that fails neither ends its queue nor fails the tasks after it', async () => {
  const queue = taskQueue();
  const order: number[] = [];
  const first = queue(() => Promise.reject(new Error('failed')));
  const others = [1, 2].map((number) =>
    queue(async () => {
      await Promise.resolve();
      return order.push(number);
    }),
  );
  await expect(first).rejects.toThrow('failed');
  expect(await Promise.all(others)).toEqual([1, 2]);
  expect(order).toEqual([1, 2]);
});

it('a wait for work that has ended leaves no timer', async () => {
  const clock = manualClock();
  expect(await within(clock, 500, Promise.resolve('done'))).toBe('done');
  expect(clock.waiting()).toBe(0);
});

it('a state is written again after a failed write of another one, which may have reached the disk', async () => {
  const first = initialRuntimeState(demoStudio);
  const other: RuntimeState = { ...first, status: 'on_air' };
  const written: string[] = [];
  let isFull = true;
  const save = ({ status }: RuntimeState): Promise<void> => {
    written.push(status);
    return isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve();
  };
  const writer = runtimeStateWriter(first, {
    file: { save, close: () => Promise.resolve() },
    clock: manualClock(),
    log: silent,
  });
  expect(E.isLeft(await writer.save(other))).toBe(true);
  isFull = false;
  expect(await writer.save(first)).toEqual(E.right(undefined));
  expect(written).toEqual(['on_air', 'off_air']);
  await writer.stop();
});
