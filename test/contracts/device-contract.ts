// The contract of every port that sends commands to devices.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '../../application/ports/commands.js';
import type { Watch } from '../../application/ports/watch.js';
import { sendAndConfirm, commandResults, sentCommand, sendError, settle, type Bench } from './device-commands.js';

/** A device under test that has two different commands, each of which can be sent any number of times. */
export interface DeviceBench extends Bench {
  readonly first: () => SendResult;
  readonly second: () => SendResult;
  /** Which command's effect the port reports. */
  readonly reported: () => 'first' | 'second' | 'neither';
  /** The port's changes, and the id that identifies this device in them. */
  readonly watch: Watch;
  readonly id: string;
}

const commands = (make: () => Promise<DeviceBench>): void => {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await make();
  });

  it('is accepted before it is confirmed, and confirmed when the device reports its effect', async () => {
    const sent = sentCommand(bench.first());
    const order: string[] = [];
    void sent.accepted.then(() => order.push('accepted'));
    void sent.confirmed.then(() => order.push(`confirmed: ${bench.reported()}`));
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    await settle(bench, sent);
    expect(order).toEqual(['accepted', 'confirmed: first']);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('has no visible effect before the device reports it', () => {
    sentCommand(bench.first());
    expect(bench.reported()).not.toBe('first');
  });

  it('can be repeated', async () => {
    await sendAndConfirm(bench, bench.first());
    await sendAndConfirm(bench, bench.first());
    expect(bench.reported()).toBe('first');
  });

  it('replaces the effect of an earlier command', async () => {
    await sendAndConfirm(bench, bench.first());
    await sendAndConfirm(bench, bench.second());
    expect(bench.reported()).toBe('second');
  });

  it("is never confirmed by another command's effect", async () => {
    const results: string[] = [];
    const older = sentCommand(bench.first());
    const newer = sentCommand(bench.second());
    void older.confirmed.then((result) => results.push(`older ${result._tag} ${bench.reported()}`));
    void newer.confirmed.then((result) => results.push(`newer ${result._tag} ${bench.reported()}`));
    await settle(bench, older, newer);
    await settle(bench, newer);
    expect(results[0]).toMatch(/^older (Left (neither|second)|Right first)$/);
    expect(results[1]).toBe('newer Right second');
  });
};

const faults = (make: () => Promise<DeviceBench>): void => {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await make();
    await sendAndConfirm(bench, bench.first());
  });

  it('fails with device_error and changes nothing if the device refuses it', async () => {
    await bench.refuse();
    const sent = sentCommand(bench.second());
    await settle(bench, sent);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(bench.reported()).toBe('first');
    await bench.heal();
    await sendAndConfirm(bench, bench.second());
  });

  it('is not sent if the device is disconnected, not even when it reconnects', async () => {
    await bench.disconnect();
    expect(sendError(bench.second())).toBe('device_unavailable');
    await bench.pass(bench.promptMs);
    expect(bench.reported()).toBe('first');
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(bench.reported()).toBe('first');
    await sendAndConfirm(bench, bench.second());
  });

  it('fails at once if the connection is lost while it is in transit', async () => {
    const sent = sentCommand(bench.second());
    await bench.disconnect();
    await bench.pass(0);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
  });

  it('is executed by a frozen device when the fault ends', async () => {
    await bench.freeze();
    const sent = sentCommand(bench.second());
    await bench.pass(bench.promptMs * 10);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    expect(bench.reported()).toBe('first');
    await bench.heal();
    await settle(bench, sent);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(bench.reported()).toBe('second');
  });
};

const changes = (make: () => Promise<DeviceBench>): void => {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await make();
  });

  /** Watches the device, and records what the port reports at each change. */
  const watchDevice = () => {
    const seen: string[] = [];
    const stop = bench.watch((id) => {
      if (id === bench.id) seen.push(bench.reported());
    });
    return { seen, stop };
  };

  it('notifies a watcher when the port reports its effect', async () => {
    const { seen } = watchDevice();
    await sendAndConfirm(bench, bench.first());
    expect(seen.at(-1)).toBe('first');
    await sendAndConfirm(bench, bench.second());
    expect(seen.at(-1)).toBe('second');
  });

  it('notifies every watcher, but not one that has unsubscribed', async () => {
    const [leaving, staying] = [watchDevice(), watchDevice()];
    await sendAndConfirm(bench, bench.first());
    expect(leaving.seen.at(-1)).toBe('first');
    expect(staying.seen.at(-1)).toBe('first');
    leaving.stop();
    const seenBefore = [...leaving.seen];
    await sendAndConfirm(bench, bench.second());
    expect(leaving.seen).toEqual(seenBefore);
    expect(staying.seen.at(-1)).toBe('second');
  });

  it('notifies watchers with the id of its device', async () => {
    const ids = new Set<string>();
    bench.watch((id) => ids.add(id));
    await sendAndConfirm(bench, bench.first());
    expect(ids).toContain(bench.id);
  });

  it('notifies watchers when a frozen device executes it later', async () => {
    await sendAndConfirm(bench, bench.first());
    await bench.freeze();
    const sent = sentCommand(bench.second());
    await bench.pass(bench.promptMs);
    const { seen } = watchDevice();
    await bench.heal();
    await settle(bench, sent);
    expect(seen.at(-1)).toBe('second');
  });
};

/** Defines the suite. `make` returns a bench with a fresh device that has received no command. */
export const deviceContract = (name: string, make: () => Promise<DeviceBench>): void => {
  // Each suite makes its own bench: there may be only one at a time.
  for (const suite of [commands, faults, changes])
    describe(`a command to ${name}`, () => {
      suite(make);
    });
};
