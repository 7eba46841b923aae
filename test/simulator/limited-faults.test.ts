// Faults that are limited to a number of commands, and changes of the state that the service did not command.
import { beforeEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { deviceFaults, faultErrors, type InjectedFault } from '../../simulator/fault.js';
import { commandResults, sentCommand, sendError } from '../contracts/device-commands.js';
import { injectFault, simulatorBench, type SimulatorBench } from './bench.js';

let bench: SimulatorBench;
beforeEach(() => {
  bench = simulatorBench();
});

const switchTo = (on: boolean) => bench.studio.signalLines.switch('sig-1', on);
const fault = () => bench.studio.devices().find(({ id }) => id === 'sig-1')?.fault;
const resultOf = async (on: boolean) => {
  const sent = sentCommand(switchTo(on));
  await bench.clock.advance(100);
  return (await commandResults(sent))[1];
};

describe('a fault that is limited to a number of commands', () => {
  it('ends after them', async () => {
    injectFault(bench, 'sig-1', { type: 'refused', commands: 2 });
    expect([await resultOf(true), fault()]).toEqual(['device_error', { type: 'refused', commands: 1 }]);
    expect([await resultOf(true), fault()]).toEqual(['device_error', null]);
    expect(await resultOf(true)).toBe('done');
  });

  it.each<[InjectedFault, string]>([
    [{ type: 'lost', commands: 1 }, 'pending'],
    [{ type: 'late', delayMs: 5_000, commands: 1 }, 'pending'],
    [{ type: 'ineffective', commands: 1 }, 'device_error'],
    [{ type: 'duplicate', commands: 1 }, 'done'],
  ])('%j affects one command alone', async (limited, result) => {
    injectFault(bench, 'sig-1', limited);
    expect(await resultOf(true)).toBe(result);
    expect(fault()).toBeNull();
    expect(await resultOf(false)).toBe('done');
  });

  it('is refused where it can not be limited, with those that can', () => {
    const refused = bench.studio.setFault('sig-1', { type: 'frozen', commands: 1 });
    expect(E.isLeft(refused) && refused.left.message).toMatch(
      / for late, lost, duplicate, refused, offline, ineffective, broken$/,
    );
    expect(fault()).toBeNull();
  });

  it('counts commands that do not reach an offline device', () => {
    injectFault(bench, 'sig-1', { type: 'offline', commands: 1 });
    expect(sendError(switchTo(true))).toBe('device_unavailable');
    expect(bench.studio.signalLines.connected('sig-1')).toBe(true);
    expect(E.isRight(switchTo(true))).toBe(true);
  });

  it('reports at its end what an offline device has done meanwhile', () => {
    injectFault(bench, 'sig-1', { type: 'offline', commands: 1 });
    bench.studio.simulated.lines.get('sig-1')?.change({ on: true });
    expect(bench.studio.signalLines.value('sig-1')).toBe(false);
    expect(sendError(switchTo(false))).toBe('device_unavailable');
    expect(bench.studio.signalLines.value('sig-1')).toBe(true);
  });

  it('counts commands that a broken driver throws on', () => {
    injectFault(bench, 'sig-1', { type: 'broken', commands: 1 });
    expect(() => switchTo(true)).toThrow('broken');
    expect(E.isRight(switchTo(true))).toBe(true);
  });

  it('is refused for a fault that lasts', () => {
    const refused = bench.studio.setFault('sig-1', { type: 'frozen', commands: 1 });
    expect(refused).toMatchObject({ left: { code: 'invalid_parameter' } });
    expect(fault()).toBeNull();
  });
});

describe('the error of a fault', () => {
  const outcome = async (fault: InjectedFault) => {
    injectFault(bench, 'sig-1', fault);
    try {
      const sending = switchTo(true);
      if (E.isLeft(sending)) return sending.left.code;
      await bench.clock.advance(4_000);
      const [, confirmed] = await commandResults(sending.right);
      return confirmed === 'pending' ? 'ack_timeout' : confirmed === 'done' ? null : confirmed;
    } catch {
      return 'device_error';
    }
  };

  it.each(deviceFaults)('%s is what the sender of a command gets', async (type) => {
    const fault = type === 'late' ? { type, delayMs: 5_000 } : { type };
    expect(await outcome(fault)).toBe(faultErrors[type]);
  });
});

describe('a state that changes at the device', () => {
  const press = (on: boolean) => bench.studio.simulated.lines.get('sig-1')?.change({ on });

  it('is reported', async () => {
    press(true);
    expect(bench.studio.signalLines.value('sig-1')).toBe(false);
    await bench.clock.advance(30);
    expect(bench.studio.signalLines.value('sig-1')).toBe(true);
    expect(bench.studio.commands()).toEqual([]);
  });

  it('is reported by a frozen device once it thaws', async () => {
    injectFault(bench, 'sig-1', { type: 'frozen' });
    press(true);
    await bench.clock.advance(100);
    expect(bench.studio.signalLines.value('sig-1')).toBe(false);
    injectFault(bench, 'sig-1', null);
    await bench.clock.advance(30);
    expect(bench.studio.signalLines.value('sig-1')).toBe(true);
  });
});
