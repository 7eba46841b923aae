// The random numbers of a simulated studio: each device has its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceRandoms } from '../../simulator/random.js';
import { simulatorBench, type SimulatorBench } from './bench.js';
import { commandTo } from '../support/commands.js';

type Press = 'sig-1' | 'cam-1';

/** Sends a command to a device. */
const press = ({ studio }: SimulatorBench, device: Press): unknown =>
  device === 'sig-1'
    ? studio.signalLines.send(commandTo.switch(device, true))
    : studio.cameras.send(commandTo.recall(device, 'wide'));

/** Presses the devices in an order, `apartMs` apart, and returns how long each command of a device took, in milliseconds. */
const latencies = async (order: readonly Press[], apartMs: number, bench = simulatorBench(7)) => {
  for (const device of order) {
    press(bench, device);
    await bench.clock.advance(apartMs);
  }
  await bench.clock.advance(100);
  const took = (of: Press) =>
    bench.studio
      .commands()
      .filter(({ device }) => device === of)
      .map(({ time, endedAt }) => Date.parse(endedAt ?? '') - Date.parse(time));
  return { 'sig-1': took('sig-1'), 'cam-1': took('cam-1') };
};

describe('the latencies of a device', () => {
  it('do not depend on what other devices do', async () => {
    const order = fc.array(fc.constantFrom<Press>('sig-1', 'cam-1'), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(order, async (presses) => {
        const mixed = await latencies(presses, 40);
        for (const device of ['sig-1', 'cam-1'] as const) {
          const alone = await latencies(
            presses.filter((one) => one === device),
            40,
          );
          expect(mixed[device]).toEqual(alone[device]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are the same whichever of two concurrent presses comes first', async () => {
    expect(await latencies(['sig-1', 'cam-1'], 0)).toEqual(await latencies(['cam-1', 'sig-1'], 0));
  });
});

describe('the generators of a studio', () => {
  const draw = (randoms: ReturnType<typeof deviceRandoms>, device: string) =>
    Array.from({ length: 20 }, () => randoms.of(device).between(1, 1_000));

  it('differ from device to device, and from seed to seed', () => {
    const randoms = deviceRandoms(1);
    const all = [draw(randoms, 'sig-1'), draw(randoms, 'sig-2'), draw(deviceRandoms(2), 'sig-1')];
    expect(new Set(all.map(String)).size).toBe(3);
  });

  it('go on from a restored state', () => {
    const randoms = deviceRandoms(1);
    draw(randoms, 'sig-1');
    const states = JSON.parse(JSON.stringify(randoms.states())) as ReturnType<typeof randoms.states>;
    const next = draw(randoms, 'sig-1');
    const restored = deviceRandoms(1);
    restored.restore(states);
    expect(draw(restored, 'sig-1')).toEqual(next);
  });

  it('begin with the seed of a restored state, and with their own again after a reset', () => {
    const randoms = deviceRandoms(1);
    const unused = [deviceRandoms(1), deviceRandoms(2)].map((one) => one.states());
    for (const [index, states] of unused.entries()) {
      draw(randoms, 'sig-1');
      randoms.restore(states);
      expect(draw(randoms, 'sig-1')).toEqual(draw(deviceRandoms(index + 1), 'sig-1'));
    }
    randoms.reset();
    expect(draw(randoms, 'sig-1')).toEqual(draw(deviceRandoms(1), 'sig-1'));
  });

  it('spread over the whole range', () => {
    const randoms = deviceRandoms(1);
    const first = Array.from({ length: 400 }, (_, index) => randoms.of(`sig-${String(index)}`).between(1, 4));
    for (const value of [1, 2, 3, 4]) expect(first.filter((one) => one === value).length).toBeGreaterThan(60);
  });
});
