// What every port that sends commands to devices promises of them, whatever the device.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '../../application/ports/commands.js';
import type { Watch } from '../../application/ports/watch.js';
import { confirmed, endings, left, unsent, type Bench } from './rig.js';

/** A device on the bench that can be asked for two different things, as often as one likes. */
export interface DeviceBench extends Bench {
  readonly first: () => SendResult;
  readonly second: () => SendResult;
  /** What the port tells of the device: `first`, `second`, or neither. */
  readonly told: () => 'first' | 'second' | 'neither';
  /** What the port tells of changes, and the id under which it tells those of this device. */
  readonly watch: Watch;
  readonly id: string;
}

const commands = (make: () => Promise<DeviceBench>): void => {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await make();
  });

  it('is accepted before it is confirmed, and confirmed once the device tells so', async () => {
    const sent = left(bench.first());
    const order: string[] = [];
    void sent.accepted.then(() => order.push('accepted'));
    void sent.confirmed.then(() => order.push(`confirmed: ${bench.told()}`));
    expect(await endings(sent)).toEqual(['pending', 'pending']);
    await bench.pass(bench.promptMs);
    expect(order).toEqual(['accepted', 'confirmed: first']);
    expect(await endings(sent)).toEqual(['done', 'done']);
  });

  it('shows nothing before it is told', () => {
    left(bench.first());
    expect(bench.told()).not.toBe('first');
  });

  it('can be given again', async () => {
    await confirmed(bench, bench.first());
    await confirmed(bench, bench.first());
    expect(bench.told()).toBe('first');
  });

  it('takes the place of what was before', async () => {
    await confirmed(bench, bench.first());
    await confirmed(bench, bench.second());
    expect(bench.told()).toBe('second');
  });

  it('never confirms by what another command shows', async () => {
    const told: string[] = [];
    const older = left(bench.first());
    const newer = left(bench.second());
    void older.confirmed.then((ended) => told.push(`older ${ended._tag} ${bench.told()}`));
    void newer.confirmed.then((ended) => told.push(`newer ${ended._tag} ${bench.told()}`));
    await bench.pass(bench.promptMs * 2);
    expect(told[0]).toMatch(/^older (Left (neither|second)|Right first)$/);
    expect(told[1]).toBe('newer Right second');
  });
};

const trouble = (make: () => Promise<DeviceBench>): void => {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await make();
    await confirmed(bench, bench.first());
  });

  it('that the device refuses is a device error, and changes nothing', async () => {
    await bench.refuse();
    const sent = left(bench.second());
    await bench.pass(bench.promptMs);
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
    expect(bench.told()).toBe('first');
    await bench.heal();
    await confirmed(bench, bench.second());
  });

  it('to a device that is away is not sent', async () => {
    await bench.disconnect();
    expect(unsent(bench.second())).toBe('device_unavailable');
    await bench.pass(bench.promptMs);
    expect(bench.told()).toBe('first');
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(bench.told()).toBe('first');
    await confirmed(bench, bench.second());
  });

  it('on its way when the connection breaks ends at once, its outcome unknown', async () => {
    const sent = left(bench.second());
    await bench.disconnect();
    await bench.pass(0);
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
  });

  it('to a frozen device waits for the thaw', async () => {
    await bench.freeze();
    const sent = left(bench.second());
    await bench.pass(bench.promptMs * 10);
    expect(await endings(sent)).toEqual(['pending', 'pending']);
    expect(bench.told()).toBe('first');
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(await endings(sent)).toEqual(['done', 'done']);
    expect(bench.told()).toBe('second');
  });
};

const watching = (make: () => Promise<DeviceBench>): void => {
  let bench: DeviceBench;
  let seen: string[];
  beforeEach(async () => {
    bench = await make();
    seen = [];
  });

  const look = () =>
    bench.watch((id) => {
      if (id === bench.id) seen.push(bench.told());
    });

  it('is told to whoever watches, once the port shows what came of it', async () => {
    look();
    await confirmed(bench, bench.first());
    expect(seen.at(-1)).toBe('first');
    await confirmed(bench, bench.second());
    expect(seen.at(-1)).toBe('second');
  });

  it('is told to all who watch, and to nobody who has stopped watching', async () => {
    const stop = look();
    look();
    await confirmed(bench, bench.first());
    const both = seen.length;
    stop();
    seen = [];
    await confirmed(bench, bench.second());
    expect(both).toBeGreaterThanOrEqual(2);
    expect(seen.length).toBeGreaterThanOrEqual(1);
  });

  it('is told under the id of its device', async () => {
    const ids = new Set<string>();
    bench.watch((id) => ids.add(id));
    await confirmed(bench, bench.first());
    expect(ids).toContain(bench.id);
  });

  it('that a frozen device obeys at last is told then', async () => {
    await confirmed(bench, bench.first());
    await bench.freeze();
    left(bench.second());
    await bench.pass(bench.promptMs);
    look();
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(seen.at(-1)).toBe('second');
  });
};

/** The suite; `make` puts a fresh device on the bench, of which nothing was asked yet. */
export const deviceContract = (name: string, make: () => Promise<DeviceBench>): void => {
  // Each puts one device on the bench: there may be no more than one.
  for (const suite of [commands, trouble, watching])
    describe(`a command to ${name}`, () => {
      suite(make);
    });
};
