// What the page of the simulated studio makes of the answers to its calls: the error that it shows, and the presses of its panel.
import { describe, expect, it } from 'vitest';
import type { SteeringClient } from '../../simulator/client/steering-client.js';
import { pageModule } from '../console/page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
type Steer = (call: (client: SteeringClient) => Promise<unknown>) => void;
interface Steering {
  readonly steerWith: (client: SteeringClient, onEnd: (failure: string) => void) => Steer;
}
interface Press {
  readonly label: string;
  readonly attempts?: object[];
}
interface Presses {
  readonly pressesOf: (
    update: (change: (presses: readonly Press[]) => readonly Press[]) => void,
  ) => (steer: Steer, label: string, call: object) => void;
}

const folder = '../../../simulator/page';
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a call of the steering API', () => {
  it('leaves an error only if it fails itself, and not that of the call before', async () => {
    const { steerWith } = await pageModule<Steering>(`${folder}/steering.js`);
    const failures: string[] = [];
    const steer = steerWith({} as SteeringClient, (failure) => failures.push(failure));
    for (const call of [() => Promise.reject(new Error('no such device')), () => Promise.resolve()]) {
      steer(call);
      await settled();
    }
    expect(failures).toEqual(['no such device', '']);
  });
});

describe('the presses of the panel', () => {
  const panel = async () => {
    const { pressesOf } = await pageModule<Presses>(`${folder}/presses.js`);
    let presses: readonly Press[] = [];
    const press = pressesOf((change) => (presses = change(presses)));
    const ends: ((attempts?: object[]) => void)[] = [];
    const failed: unknown[] = [];
    const client = {
      makeCall: () =>
        new Promise((resolve, reject) => {
          ends.push((attempts) => {
            if (attempts === undefined) reject(new Error('lost'));
            else resolve(attempts);
          });
        }),
    } as unknown as SteeringClient;
    const steer: Steer = (call) => void call(client).catch((error: unknown) => failed.push(error));
    const add = (label: string) => {
      press(steer, label, { path: '/x' });
    };
    const end = async (index: number, attempts?: object[]): Promise<void> => {
      ends[index]?.(attempts);
      await settled();
    };
    return { add, end, failed, shown: () => presses.map(({ label, attempts }) => [label, attempts]) };
  };

  it('have each its own answer, in whatever order they come', async () => {
    const { add, end, shown } = await panel();
    for (const label of ['one', 'two', 'two']) add(label);
    await end(2, [{ status: 200 }]);
    expect(shown()).toEqual([
      ['two', [{ status: 200 }]],
      ['two', undefined],
      ['one', undefined],
    ]);
    await end(0, [{ status: 404 }]);
    expect(shown().slice(1)).toEqual([
      ['two', undefined],
      ['one', [{ status: 404 }]],
    ]);
  });

  it('wait no more once the simulator did not answer', async () => {
    const { add, end, shown, failed } = await panel();
    add('one');
    await end(0);
    expect([shown(), failed.map(String)]).toEqual([[['one', []]], ['Error: lost']]);
  });

  it('are the last 20', async () => {
    const { add, shown } = await panel();
    for (let number = 1; number <= 21; number += 1) add(String(number));
    expect([shown().length, shown()[0], shown()[19]]).toEqual([20, ['21', undefined], ['2', undefined]]);
  });
});
