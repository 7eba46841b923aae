// The contract of every implementation of the signal lines port.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import { deviceContract } from './device-contract.js';
import { sendAndConfirm, type Bench } from './device-commands.js';
import { commandTo } from '../support/commands.js';

/** Two lines under test, both off. Faults affect the first one. */
export interface SignalLinesBench extends Bench {
  readonly lines: SignalLines;
  readonly signals: readonly [string, string];
}

/** Defines the suite. `make` returns a bench with fresh lines. */
export const signalLinesContract = (name: string, make: () => Promise<SignalLinesBench>): void => {
  describe(`${name}, as signal lines`, () => {
    let bench: SignalLinesBench;
    const values = () => bench.signals.map((signal) => bench.lines.value(signal));
    beforeEach(async () => {
      bench = await make();
    });

    it('are off at first', () => {
      expect(values()).toEqual([false, false]);
    });

    it('switch on and off independently', async () => {
      await sendAndConfirm(bench, bench.lines.send(commandTo.switch(bench.signals[0], true)));
      expect(values()).toEqual([true, false]);
      await sendAndConfirm(bench, bench.lines.send(commandTo.switch(bench.signals[1], true)));
      await sendAndConfirm(bench, bench.lines.send(commandTo.switch(bench.signals[0], false)));
      expect(values()).toEqual([false, true]);
    });

    it('confirm a command that changes nothing', async () => {
      await sendAndConfirm(bench, bench.lines.send(commandTo.switch(bench.signals[0], false)));
      expect(values()).toEqual([false, false]);
    });

    it('report when a device disconnects and reconnects', async () => {
      const { lines } = bench;
      const id = bench.signals[0];
      const seen: boolean[] = [];
      lines.watch((changed) => {
        if (changed === id) seen.push(lines.connected(id));
      });
      expect(lines.connected(id)).toBe(true);
      await bench.disconnect();
      expect(lines.connected(id)).toBe(false);
      await bench.heal();
      expect(lines.connected(id)).toBe(true);
      expect(seen).toEqual(expect.arrayContaining([false, true]));
      expect(seen.at(-1)).toBe(true);
    });

    it('have a driver for every device, and for no other', () => {
      expect([bench.signals[0], 'attic'].map(bench.lines.hasDriver)).toEqual([true, false]);
    });
  });
  deviceContract(`${name} to switch a signal`, async () => {
    const bench = await make();
    const { lines, signals } = bench;
    let wasSwitchedOn = false;
    const switchFirst = (on: boolean) => {
      wasSwitchedOn ||= on;
      return lines.send(commandTo.switch(signals[0], on));
    };
    return {
      ...bench,
      watch: lines.watch,
      id: signals[0],
      first: () => switchFirst(true),
      second: () => switchFirst(false),
      reported: () => {
        if (lines.value(signals[0])) return 'first';
        return wasSwitchedOn ? 'second' : 'neither';
      },
    };
  });
};
