// The ends of pulses that later commands cancel: what follows when these end late, are replaced, or their signal is gone.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { withPulses, type PulsedSignalLines } from '../../application/commands/pulses.js';
import { superseded, type CommandResult, type SendResult } from '../../application/ports/commands.js';
import { failure } from '../../domain/failure.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';

const failed: CommandResult = E.left(failure('device_error', 'refused'));

let clock: ManualClock;
/** The values that were sent, with their times. */
let sent: (readonly [atMs: number, on: boolean])[];
let results: ((result: CommandResult) => void)[];
let lines: PulsedSignalLines;

const end = async (at: number, result: CommandResult): Promise<void> => {
  results[at]?.(result);
  await clock.advance(0);
};

const bare = {
  switch: (_signal: string, on: boolean): SendResult => {
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    sent.push([clock.now(), on]);
    results.push(resolve);
    return E.right({ accepted: promise, confirmed: promise });
  },
  value: () => false,
  connected: () => true,
  hasDriver: () => true,
  watch: () => () => undefined,
};

beforeEach(() => {
  [clock, sent, results] = [manualClock(0), [], []];
  lines = withPulses(bare, clock);
});

describe('@SIGNAL-7: a command that has cancelled the end of a pulse', () => {
  it('and fails after that end was due has the pulse ended at once', async () => {
    lines.pulse('sig-1', 500);
    await clock.advance(400);
    lines.switch('sig-1', true);
    await clock.advance(200);
    await end(1, failed);
    expect(sent.slice(2)).toEqual([[600, false]]);
  });

  it('and was superseded does not end the pulse', async () => {
    lines.pulse('sig-1', 500);
    lines.switch('sig-1', true);
    await end(1, E.left(superseded('another command replaced it')));
    await clock.advance(10_000);
    expect(sent).toHaveLength(2);
  });

  it.each([
    [
      'the signal is gone',
      () => {
        lines.forget('sig-1');
      },
    ],
    [
      'the service has stopped',
      () => {
        lines.endPulses();
      },
    ],
  ])('and fails once %s sends nothing', async (_what, stop) => {
    lines.pulse('sig-1', 500);
    lines.switch('sig-1', true);
    stop();
    await end(1, failed);
    await clock.advance(10_000);
    expect([sent.length, clock.waiting()]).toEqual([2, 0]);
  });

  it('and begins a pulse itself leaves one end, also if it fails', async () => {
    lines.pulse('sig-1', 1_000);
    await clock.advance(100);
    lines.pulse('sig-1', 5_000);
    await end(1, failed);
    await clock.advance(20_000);
    expect(sent).toEqual([
      [0, true],
      [100, true],
      [5_100, false],
    ]);
  });
});

describe('@SIGNAL-14: the end of a pulse that fails', () => {
  it('is retried when it was to be, however often other commands fail meanwhile', async () => {
    lines.pulse('sig-1', 500);
    await clock.advance(500);
    await end(1, failed);
    for (const at of [2, 3, 4]) {
      await clock.advance(300);
      lines.switch('sig-1', true);
      await end(at, failed);
    }
    await clock.advance(99);
    expect(sent).toHaveLength(5);
    await clock.advance(1);
    expect(sent.slice(5)).toEqual([[1_500, false]]);
    await end(5, failed);
    await clock.advance(2_000);
    expect(sent.slice(6)).toEqual([[3_500, false]]);
  });
});

describe('a clock that is set back by an hour', () => {
  let backMs: number;
  beforeEach(() => {
    backMs = 0;
    lines = withPulses(bare, { ...clock, now: () => clock.now() - backMs });
  });

  it('does not delay the next retry of the end of a pulse', async () => {
    lines.pulse('sig-1', 500);
    await clock.advance(500);
    backMs = 3_600_000;
    await end(1, failed);
    await clock.advance(1_000);
    expect(sent.slice(2)).toEqual([[1_500, false]]);
  });

  it('extends a pulse by no more than its length after a command that failed', async () => {
    lines.pulse('sig-1', 500);
    await clock.advance(400);
    backMs = 3_600_000;
    lines.switch('sig-1', true);
    await end(1, failed);
    await clock.advance(500);
    expect(sent.slice(2)).toEqual([[900, false]]);
  });
});
