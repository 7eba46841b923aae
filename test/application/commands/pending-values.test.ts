// The value that a signal will have while commands are pending.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { withPendingValues } from '../../../application/commands/pending-values.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { settle } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

/** Simulated lines whose commands are confirmed when a test decides. */
const bench = () => {
  const clock = manualClock();
  const { signalLines } = simulatedStudio(demoStudio, clock);
  const confirms: (() => void)[] = [];
  const confirmed = () =>
    new Promise<E.Right<void>>((resolve) => {
      confirms.push(() => {
        resolve(E.right(undefined) as E.Right<void>);
      });
    });
  const send = (): SendResult => E.right({ accepted: Promise.resolve(E.right(undefined)), confirmed: confirmed() });
  const lines = withPendingValues({ ...signalLines, send }, clock);
  const confirm = async (command: number): Promise<void> => {
    confirms[command]?.();
    await settle(clock);
  };
  return { clock, lines, confirm, value: () => lines.pendingValue('sig-1') };
};

describe('the value of a signal', () => {
  it('@SIGNAL-6: stays that of the newest pending command when an earlier one is confirmed', async () => {
    const { clock, lines, confirm, value } = bench();
    await clock.advance(100);
    lines.send(commandTo.switch('sig-1', false));
    lines.send(commandTo.switch('sig-1', true));
    await confirm(0);
    expect(value()).toBe(true);
    await confirm(1);
    // The line has reported nothing: the value is the one of before.
    expect(value()).toBe(false);
  });

  it('@SIGNAL-6: stays that of the newest pending command when an earlier one counts as lost', async () => {
    const { clock, lines, value } = bench();
    lines.send(commandTo.switch('sig-1', false));
    await clock.advance(1_500);
    lines.send(commandTo.switch('sig-1', true));
    await clock.advance(1_000);
    expect(value()).toBe(true);
    await clock.advance(1_000);
    expect(value()).toBe(false);
  });
});
