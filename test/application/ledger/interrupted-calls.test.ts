// Calls that were under way at a crash: which repetitions are recognized, and when the devices show their effect.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { interruptedCalls } from '../../../application/ledger/interrupted-calls.js';
import { effectOf, type EffectPorts } from '../../../application/ledger/interrupted-effect.js';
import type { CommandResult } from '../../../application/ports/commands.js';
import type { JournalEntry } from '../../../domain/journal-entry.js';
import type { Command } from '../../../domain/studio/command.js';
import type { ShownStudio } from '../../../domain/studio/command-effect.js';
import { manualClock } from '../../../simulator/clock.js';

const switched = (signal: string, on: boolean): Command => ({ do: 'switch', signal, on });
const on = switched('sig-1', true);
const off = switched('sig-1', false);
const entry = (id: string, ...commands: readonly Command[]): JournalEntry => ({
  ...{ id, operation: 'signal.on', owner: 'loopback', caller: 'loopback', startedAtMs: 0, timeoutMs: 2_000, commands },
});
const call = { operation: 'signal.on', owner: 'loopback' };

describe('@CRASH-5: a repeated call', () => {
  it('is recognized until its time has passed', async () => {
    const clock = manualClock(1_000);
    const calls = interruptedCalls([entry('a', on)], clock);
    expect(calls.find({ ...call, commands: [on] })).toMatchObject(E.right({ id: 'a' }));
    await clock.advance(29_999);
    expect(calls.unexpired().map(({ id }) => id)).toEqual(['a']);
    await clock.advance(1);
    expect([calls.find({ ...call, commands: [on] }), calls.unexpired()]).toEqual([E.right(undefined), []]);
  });

  it('@CRASH-6: is refused if a later call of the journal has overtaken it, and that one is not', () => {
    const calls = interruptedCalls([entry('a', on), entry('b', off)], manualClock(1_000));
    expect(calls.find({ ...call, commands: [on] })).toMatchObject(E.left({ code: 'device_error' }));
    expect(calls.find({ ...call, commands: [off] })).toMatchObject(E.right({ id: 'b' }));
  });

  it('@CRASH-6: is refused if any later call of the journal has overtaken it, not only the next one', () => {
    const other = switched('sig-2', true);
    const calls = interruptedCalls([entry('a', on), entry('b', other), entry('c', off)], manualClock(1_000));
    expect(calls.find({ ...call, commands: [on] })).toMatchObject(E.left({ code: 'device_error' }));
    expect(calls.find({ ...call, commands: [other] })).toMatchObject(E.right({ id: 'b' }));
  });

  it('@CRASH-6: is refused once another command was sent to the same device', () => {
    const calls = interruptedCalls([entry('a', on)], manualClock(1_000));
    calls.overtake([switched('sig-2', false), on]);
    expect(E.isRight(calls.find({ ...call, commands: [on] }))).toBe(true);
    calls.overtake([off]);
    expect(calls.find({ ...call, commands: [on] })).toMatchObject(E.left({ code: 'device_error' }));
  });
});

/** What the devices show. */
let value: boolean;
let isStarted: boolean;
const watchers: Record<string, Set<() => void>> = {};

const watch = (port: string) => (watcher: (id: string) => void) => {
  const own = (watchers[port] ??= new Set());
  const notify = (): void => {
    watcher('');
  };
  own.add(notify);
  return () => own.delete(notify);
};
const changed = (port: string): void => {
  for (const notify of [...(watchers[port] ?? [])]) notify();
};
const watching = (): number => Object.values(watchers).reduce((sum, own) => sum + own.size, 0);

const portNames = ['players', 'signalLines', 'cameras', 'macros', 'automations'] as const;
const ports = Object.fromEntries(portNames.map((port) => [port, { watch: watch(port) }])) as unknown as EffectPorts;
const shown = {
  signal: () => value,
  automation: () => (isStarted ? 'running' : 'stopped'),
} as unknown as ShownStudio;

beforeEach(() => {
  [value, isStarted] = [true, true];
  for (const own of Object.values(watchers)) own.clear();
});

describe('@CRASH-2: the answer to a repetition', () => {
  const repeated = (...commands: readonly Command[]) => {
    const sending = effectOf(ports, shown, entry('a', ...commands));
    if (E.isLeft(sending)) throw new Error('nothing is sent');
    const results: CommandResult[] = [];
    void sending.right.confirmed.then((result) => results.push(result));
    return { results, failure: () => sending.right.failureAtTimeout?.() };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it.each(portNames)('comes once all commands show their effect, after a change of %s', async (port) => {
    [value, isStarted] = [false, false];
    const { results } = repeated(on, { do: 'transition', automation: 'auto-1', transition: 'start' });
    value = true;
    changed(port);
    await settled();
    expect(results).toEqual([]);
    isStarted = true;
    changed(port);
    await settled();
    expect([results, watching()]).toEqual([[E.right(undefined)], 0]);
  });

  it('comes at once if the effect is shown already', async () => {
    const { results } = repeated(on);
    await settled();
    expect([results, watching()]).toEqual([[E.right(undefined)], 0]);
  });

  it('is a timeout if the effect is not shown, and nothing is watched any more', () => {
    const { failure } = repeated(off);
    expect(watching()).toBe(5);
    expect(failure()).toMatchObject({ code: 'ack_timeout' });
    expect(watching()).toBe(0);
  });
});
