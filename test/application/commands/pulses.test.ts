// Tests of toggles and pulses against a model: a toggle follows the last command, and a later command cancels a pulse.
import type { SignalCommand } from '../../../domain/studio/command.js';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import { safeDrivers } from '../../../application/commands/drivers.js';
import { type PulsedSignalLines, withPulses } from '../../../application/commands/pulses.js';
import type { CommandResult, SendResult } from '../../../application/ports/commands.js';
import { failure, superseded } from '../../../domain/failure.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { type SimulatedStudio, simulatedStudio } from '../../../simulator/studio.js';
import { memoryLog } from '../console/readable-log.js';
import { commandTo } from '../../support/commands.js';

interface Command {
  /** Milliseconds since the previous command. */
  readonly afterMs: number;
  /** The length of a pulse in milliseconds; else on, off or toggle. */
  readonly what: number | boolean | 'toggle';
}

const anyCommand: fc.Arbitrary<Command> = fc.record({
  afterMs: fc.integer({ min: 0, max: 400 }),
  what: fc.oneof(fc.boolean(), fc.constant('toggle' as const), fc.integer({ min: 50, max: 600 })),
});

type SentValue = readonly [atMs: number, on: boolean];

interface Model {
  readonly nowMs: number;
  readonly endsAtMs: number | null;
  readonly sent: readonly SentValue[];
}

const ended = ({ nowMs, endsAtMs, sent }: Model): Model =>
  endsAtMs !== null && endsAtMs <= nowMs
    ? { nowMs, endsAtMs: null, sent: [...sent, [endsAtMs, false]] }
    : { nowMs, endsAtMs, sent };

const next = (before: Model, { afterMs, what }: Command): Model => {
  const { nowMs, sent } = ended({ ...before, nowMs: before.nowMs + afterMs });
  const isPulse = typeof what === 'number';
  const on = what === 'toggle' ? sent.at(-1)?.[1] !== true : isPulse || what;
  return { nowMs, endsAtMs: isPulse ? nowMs + what : null, sent: [...sent, [nowMs, on]] };
};

const expected = (commands: readonly Command[]): readonly SentValue[] => {
  const model = commands.reduce<Model>(next, { nowMs: 0, endsAtMs: null, sent: [] });
  return ended({ ...model, nowMs: model.nowMs + 600 }).sent;
};

const demoLines = () => {
  const clock = manualClock(0);
  const studio = simulatedStudio(demoStudio, clock);
  return { clock, studio, lines: withPulses(studio.signalLines, clock) };
};

/** Lines whose exceptions are failures of their commands. */
const safeDemoLines = () => {
  const { clock, studio } = demoLines();
  const { signalLines } = safeDrivers(studio, unconnectedDrivers(studio), memoryLog());
  return { clock, studio, lines: withPulses(signalLines, clock) };
};

const actual = async (commands: readonly Command[]) => {
  const { clock, studio, lines } = demoLines();
  for (const { afterMs, what } of commands) {
    await clock.advance(afterMs);
    if (typeof what === 'number') lines.send(commandTo.pulse('sig-1', what));
    else if (what === 'toggle') lines.send(commandTo.toggle('sig-1'));
    else lines.send(commandTo.switch('sig-1', what));
  }
  await clock.advance(700);
  const sent = studio.commands().map(({ time, command }) => [Date.parse(time), (command as { on: boolean }).on]);
  return { sent, on: lines.value('sig-1'), waiting: clock.waiting() };
};

describe('pulses and toggles', () => {
  it('send the expected commands at the expected times', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 8 }), async (commands) => {
        const { sent, on, waiting } = await actual(commands);
        expect(sent).toEqual(expected(commands));
        expect(on).toBe(expected(commands).at(-1)?.[1]);
        expect(waiting).toBe(0);
      }),
    );
  });

  it.each(['refused', 'offline'] as const)(
    'follow the value of the line after a command has failed: %s',
    async (type) => {
      const { clock, studio, lines } = demoLines();
      lines.send(commandTo.toggle('sig-1'));
      studio.setFault('sig-1', { type });
      await clock.advance(100);
      studio.setFault('sig-1', null);
      await clock.advance(100);
      lines.send(commandTo.toggle('sig-1'));
      await clock.advance(100);
      expect(lines.value('sig-1')).toBe(true);
    },
  );

  it('follow the value of the line after a command is lost', async () => {
    const { clock, studio, lines } = demoLines();
    studio.setFault('sig-1', { type: 'lost' });
    lines.send(commandTo.toggle('sig-1'));
    await clock.advance(2_000);
    studio.setFault('sig-1', null);
    lines.send(commandTo.toggle('sig-1'));
    await clock.advance(100);
    expect(lines.value('sig-1')).toBe(true);
  });

  it('send nothing for a toggle while the value is unknown (SIGNAL-12)', () => {
    const { clock, studio } = demoLines();
    const failureOfToggle = (connected: boolean) => {
      const lines = withPulses({ ...studio.signalLines, value: () => null, connected: () => connected }, clock);
      return lines.send(commandTo.toggle('sig-1'));
    };
    expect(failureOfToggle(true)).toMatchObject({ _tag: 'Left', left: { code: 'conflict' } });
    expect(failureOfToggle(false)).toMatchObject({ _tag: 'Left', left: { code: 'device_unavailable' } });
    expect(studio.commands()).toEqual([]);
  });

  it('toggle the value of the newest command while the line has reported nothing', () => {
    const { clock, studio } = demoLines();
    const lines = withPulses({ ...studio.signalLines, value: () => null }, clock);
    lines.send(commandTo.switch('sig-1', true));
    lines.send(commandTo.toggle('sig-1'));
    expect(studio.commands().map(({ command }) => (command as { on: boolean }).on)).toEqual([true, false]);
  });

  it('of one signal do not affect other signals', async () => {
    const { clock, lines } = demoLines();
    lines.send(commandTo.pulse('sig-1', 200));
    lines.send(commandTo.pulse('sig-2', 1_000));
    lines.send(commandTo.switch('sig-3', true));
    await clock.advance(500);
    expect(['sig-1', 'sig-2', 'sig-3'].map(lines.value)).toEqual([false, true, true]);
  });

  it.each([50, 5_000])('try the end of a pulse of %d ms again each second until it is sent', async (ms) => {
    const { clock, studio, lines } = demoLines();
    lines.send(commandTo.pulse('sig-1', ms));
    await clock.advance(ms - 10);
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(1_500);
    studio.setFault('sig-1', null);
    await clock.advance(509);
    expect(studio.commands()).toHaveLength(1);
    await clock.advance(1);
    expect(studio.commands()).toMatchObject([{ command: { on: true } }, { command: { on: false } }]);
  });

  it('try the end of a pulse no more once another command is sent', async () => {
    const { clock, studio, lines } = demoLines();
    lines.send(commandTo.pulse('sig-1', 200));
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(300);
    studio.setFault('sig-1', null);
    lines.send(commandTo.switch('sig-1', true));
    await clock.advance(2_000);
    expect([lines.value('sig-1'), studio.commands().length, clock.waiting()]).toEqual([true, 2, 0]);
  });

  it('do not end a pulse that could not be sent', async () => {
    const { clock, studio, lines } = demoLines();
    studio.setFault('sig-1', { type: 'offline' });
    lines.send(commandTo.pulse('sig-1', 200));
    studio.setFault('sig-1', null);
    await clock.advance(500);
    expect(studio.commands()).toEqual([]);
  });

  it('end a pulse even if a later command could not be sent', async () => {
    const { clock, studio, lines } = demoLines();
    lines.send(commandTo.pulse('sig-1', 200));
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'offline' });
    lines.send(commandTo.switch('sig-1', true));
    studio.setFault('sig-1', null);
    await clock.advance(200);
    expect(lines.value('sig-1')).toBe(false);
  });

  it.each([
    ['throws', 'broken'],
    ['refuses the command', 'refused'],
  ] as const)('try the end of a pulse again after a line that %s', async (_what, type) => {
    const { clock, studio, lines } = safeDemoLines();
    lines.send(commandTo.pulse('sig-1', 200));
    await clock.advance(100);
    studio.setFault('sig-1', { type });
    await clock.advance(200);
    studio.setFault('sig-1', null);
    await clock.advance(2_000);
    expect([lines.value('sig-1'), clock.waiting()]).toEqual([false, 0]);
  });

  it.each(['broken', 'refused'] as const)('end a pulse even if later commands failed (%s)', async (type) => {
    const { clock, studio, lines } = safeDemoLines();
    lines.send(commandTo.pulse('sig-1', 2_000));
    await clock.advance(100);
    studio.setFault('sig-1', { type });
    lines.send(commandTo.switch('sig-1', false));
    lines.send(commandTo.switch('sig-1', false));
    await clock.advance(100);
    studio.setFault('sig-1', null);
    await clock.advance(2_000);
    expect([lines.value('sig-1'), clock.waiting()]).toEqual([false, 0]);
  });

  it('try the end of a pulse no more after the service has stopped', async () => {
    const { clock, studio, lines } = safeDemoLines();
    lines.send(commandTo.pulse('sig-1', 200));
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'broken' });
    lines.endPulses();
    await clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });
});

describe('an end of a pulse that later commands cancel', () => {
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
    send: ({ on }: SignalCommand): SendResult => {
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
      lines.send(commandTo.pulse('sig-1', 500));
      await clock.advance(400);
      lines.send(commandTo.switch('sig-1', true));
      await clock.advance(200);
      await end(1, failed);
      expect(sent.slice(2)).toEqual([[600, false]]);
    });

    it('and was superseded does not end the pulse', async () => {
      lines.send(commandTo.pulse('sig-1', 500));
      lines.send(commandTo.switch('sig-1', true));
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
      lines.send(commandTo.pulse('sig-1', 500));
      lines.send(commandTo.switch('sig-1', true));
      stop();
      await end(1, failed);
      await clock.advance(10_000);
      expect([sent.length, clock.waiting()]).toEqual([2, 0]);
    });

    it('and begins a pulse itself leaves one end, also if it fails', async () => {
      lines.send(commandTo.pulse('sig-1', 1_000));
      await clock.advance(100);
      lines.send(commandTo.pulse('sig-1', 5_000));
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
      lines.send(commandTo.pulse('sig-1', 500));
      await clock.advance(500);
      await end(1, failed);
      for (const at of [2, 3, 4]) {
        await clock.advance(300);
        lines.send(commandTo.switch('sig-1', true));
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
      lines.send(commandTo.pulse('sig-1', 500));
      await clock.advance(500);
      backMs = 3_600_000;
      await end(1, failed);
      await clock.advance(1_000);
      expect(sent.slice(2)).toEqual([[1_500, false]]);
    });

    it('extends a pulse by no more than its length after a command that failed', async () => {
      lines.send(commandTo.pulse('sig-1', 500));
      await clock.advance(400);
      backMs = 3_600_000;
      lines.send(commandTo.switch('sig-1', true));
      await end(1, failed);
      await clock.advance(500);
      expect(sent.slice(2)).toEqual([[900, false]]);
    });
  });
});

describe('the end of a pulse', () => {
  /** Starts a pulse whose line fails from its end on. */
  const failingPulse = async (type: 'refused' | 'offline') => {
    const clock = manualClock(0);
    const studio = simulatedStudio(demoStudio, clock);
    const lines = withPulses(studio.signalLines, clock);
    lines.send(commandTo.pulse('sig-1', 200));
    await clock.advance(100);
    studio.setFault('sig-1', { type });
    return { clock, studio, lines, state: () => ({ on: lines.value('sig-1'), waiting: clock.waiting() }) };
  };

  /** Returns how long after the command before it each command was sent, in tenths of a second. */
  const gaps = (studio: SimulatedStudio): readonly number[] => {
    const times = studio.commands().map(({ time }) => Date.parse(time));
    return times.slice(1).map((time, place) => Math.round((time - (times[place] ?? NaN)) / 100));
  };

  const ended = { on: false, waiting: 0 };

  it('is tried less and less often while its line refuses it, up to every 30 s', async () => {
    const { clock, studio, state } = await failingPulse('refused');
    await clock.advance(130_000);
    expect(gaps(studio)).toEqual([2, 10, 20, 40, 80, 160, 300, 300, 300]);
    studio.setFault('sig-1', null);
    await clock.advance(30_000);
    expect(state()).toEqual(ended);
  });

  it('is tried again after 1 s however often the end of an earlier pulse had failed', async () => {
    const { clock, studio, lines } = await failingPulse('refused');
    await clock.advance(20_000);
    const before = studio.commands().length;
    studio.setFault('sig-1', null);
    lines.send(commandTo.pulse('sig-1', 200));
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'refused' });
    await clock.advance(3_500);
    expect(gaps(studio).slice(before)).toEqual([2, 10, 20]);
  });

  it('is tried each second while its line is offline, also after it was refused', async () => {
    const { clock, studio, state } = await failingPulse('refused');
    await clock.advance(20_000);
    const before = studio.commands().length;
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(60_500);
    studio.setFault('sig-1', null);
    await clock.advance(1_050);
    expect(studio.commands()).toHaveLength(before + 1);
    expect(state()).toEqual(ended);
  });

  it('is tried soon when its line refuses it after having been offline for long', async () => {
    const { clock, studio } = await failingPulse('offline');
    await clock.advance(60_000);
    studio.setFault('sig-1', { type: 'refused' });
    await clock.advance(4_000);
    expect(gaps(studio).slice(1)).toEqual([20]);
  });
});
