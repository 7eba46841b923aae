// One follower of a tally: newer commands, lost lines, and what is left at its end.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../application/ports/commands.js';
import { SignalFollower } from '../../../application/tally/signal-follower.js';
import { failure } from '../../../domain/failure.js';
import { settle, stepBench } from '../demo-bench.js';

const done: CommandResult = E.right(undefined);
const failed: CommandResult = E.left(failure('device_error', 'the line rejected the command'));

/** A line whose commands end as the test decides. */
const bench = () => {
  const { alarms, clock } = stepBench(0);
  const state = { wanted: true as boolean | null, value: false as boolean | null, isConnected: true };
  const sent: { readonly on: boolean; readonly end: (result: CommandResult) => void }[] = [];
  const follower = new SignalFollower('sig-1', () => state.wanted, {
    lines: {
      value: () => state.value,
      connected: () => state.isConnected,
      send: ({ on }) => {
        const { promise, resolve } = Promise.withResolvers<CommandResult>();
        sent.push({ on, end: resolve });
        return E.right({ accepted: promise, confirmed: promise });
      },
    },
    acknowledgements: { within: (confirmed) => confirmed },
    alarms,
    clock,
  });
  const end = async (at: number, result: CommandResult): Promise<void> => {
    sent[at]?.end(result);
    await settle(clock);
  };
  const want = (wanted: boolean | null): void => {
    state.wanted = wanted;
    follower.update();
  };
  return { alarms, clock, state, sent, follower, end, want, values: () => sent.map(({ on }) => on) };
};

describe('@TALLY-6: a follower', () => {
  it('takes no notice of the end of a command that a newer one has replaced', async () => {
    const { alarms, end, want, values, state } = bench();
    want(true);
    want(false);
    await end(0, failed);
    expect([values(), alarms.open()]).toEqual([[true, false], []]);
    state.value = false;
    await end(1, done);
    expect([values(), alarms.open()]).toEqual([[true, false], []]);
  });

  it('switches a line anew that was lost, whatever it reports', async () => {
    const { end, state, follower, values, want } = bench();
    want(true);
    state.value = true;
    await end(0, done);
    follower.update();
    expect(values()).toEqual([true]);
    state.isConnected = false;
    follower.update();
    state.isConnected = true;
    follower.update();
    expect(values()).toEqual([true, true]);
  });

  it('tries again a second after a command that had no effect', async () => {
    const { clock, end, values, want } = bench();
    want(true);
    await end(0, done);
    await clock.advance(999);
    expect(values()).toEqual([true]);
    await clock.advance(1);
    expect(values()).toEqual([true, true]);
  });

  it('sends nothing for an unknown tally', () => {
    const { want, values } = bench();
    want(null);
    expect(values()).toEqual([]);
  });

  it.each(['stop', 'end'] as const)(
    'sends nothing and leaves no timer after %s, also if a command ends then',
    async (what) => {
      const { alarms, clock, end, follower, want, values } = bench();
      want(true);
      want(false);
      want(true);
      follower[what]();
      expect(clock.waiting()).toBe(0);
      await end(2, failed);
      await clock.advance(10_000);
      expect([values(), alarms.open()]).toEqual([[true, false, true], []]);
    },
  );
});

it('@TALLY-8: the alarm stays while a further command is not over, and ends with its success', async () => {
  const { alarms, clock, end, follower, state, want } = bench();
  want(true);
  await end(0, failed);
  await clock.advance(1_000);
  state.value = true;
  follower.update();
  expect(alarms.open()).toMatchObject([{ kind: 'tally_failed', subject: 'sig-1' }]);
  await end(1, done);
  expect(alarms.open()).toEqual([]);
});
