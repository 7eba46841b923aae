// The presses of the panel, and what the page makes of the answers to its calls.
import { expect, it } from 'vitest';
import type { SteeringClient } from '../../../simulator/client/steering-client.js';
import type { Press } from '../../../simulator/page/panel-answers.js';
import { pressesOf } from '../../../simulator/page/presses.js';
import { steerWith, type Steer } from '../../../simulator/page/steering.js';

type Attempts = NonNullable<Press['attempts']>;
const answered = (status: number) => [{ status }] as unknown as Attempts;

it('a call leaves an error only if it fails itself, and not that of the call before', async () => {
  const ends = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  let count = 0;
  const steer = steerWith({} as SteeringClient, (failure) => ends[count++]?.resolve(failure));
  steer(() => Promise.reject(new Error('no such device')));
  expect(await ends[0].promise).toBe('no such device');
  steer(() => Promise.resolve());
  expect(await ends[1].promise).toBe('');
});

const panel = () => {
  let presses: readonly Press[] = [];
  const make = pressesOf((change) => (presses = change(presses)));
  const ends: PromiseWithResolvers<Attempts>[] = [];
  const ended: Promise<unknown>[] = [];
  const makeCall = (): Promise<Attempts> => {
    const end = Promise.withResolvers<Attempts>();
    ends.push(end);
    return end.promise;
  };
  const steer: Steer = (call) => {
    ended.push(call({ makeCall } as unknown as SteeringClient).catch(String));
  };
  return {
    press: (label: string): void => {
      make(steer, label, { path: '/x', address: '127.0.0.1' });
    },
    /** Ends a call, and returns why it failed. */
    end: (index: number, attempts?: Attempts): Promise<unknown> | undefined => {
      if (attempts === undefined) ends[index]?.reject(new Error('lost'));
      else ends[index]?.resolve(attempts);
      return ended[index];
    },
    shown: () => presses.map(({ label, attempts }) => [label, attempts]),
  };
};

it('presses have each its own answer, in whatever order they come', async () => {
  const { press, end, shown } = panel();
  for (const label of ['one', 'two', 'two']) press(label);
  await end(2, answered(200));
  expect(shown()).toEqual([
    ['two', answered(200)],
    ['two', undefined],
    ['one', undefined],
  ]);
  await end(0, answered(404));
  expect(shown().slice(1)).toEqual([
    ['two', undefined],
    ['one', answered(404)],
  ]);
});

it('a press waits no more once the simulator did not answer', async () => {
  const { press, end, shown } = panel();
  press('one');
  expect([await end(0), shown()]).toEqual(['Error: lost', [['one', []]]]);
});

it('the last 20 presses are kept', () => {
  const { press, shown } = panel();
  for (let number = 1; number <= 21; number += 1) press(String(number));
  expect([shown().length, shown()[0]?.[0], shown()[19]?.[0]]).toEqual([20, '21', '2']);
});
