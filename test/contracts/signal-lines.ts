// What the service may rely on of every kind of signal line.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import { deviceContract } from './device.js';
import { confirmed, type Bench } from './rig.js';

/** Two lines on the bench, both off; trouble comes to the first. */
export interface SignalLinesBench extends Bench {
  readonly lines: SignalLines;
  readonly signals: readonly [string, string];
}

/** The suite; `make` puts fresh lines on the bench. */
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

    it('switch on and off, each alone', async () => {
      await confirmed(bench, bench.lines.switch(bench.signals[0], true));
      expect(values()).toEqual([true, false]);
      await confirmed(bench, bench.lines.switch(bench.signals[1], true));
      await confirmed(bench, bench.lines.switch(bench.signals[0], false));
      expect(values()).toEqual([false, true]);
    });

    it('confirm what is already so', async () => {
      await confirmed(bench, bench.lines.switch(bench.signals[0], false));
      expect(values()).toEqual([false, false]);
    });
  });
  deviceContract(`${name} to switch a signal`, async () => {
    const bench = await make();
    const { lines, signals } = bench;
    let asked = false;
    const ask = (on: boolean) => {
      asked ||= on;
      return lines.switch(signals[0], on);
    };
    return {
      ...bench,
      watch: lines.watch,
      id: signals[0],
      first: () => ask(true),
      second: () => ask(false),
      told: () => {
        if (lines.value(signals[0])) return 'first';
        return asked ? 'second' : 'neither';
      },
    };
  });
};
