// Calls that were under way at a crash: which repetitions are recognized, and when the devices show their effect.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EffectPorts } from '../../../application/journal/effects.js';
import { isShown } from '../../../application/journal/effects.js';
import { withExpected } from '../../../application/journal/expected-effects.js';
import { interruptedCalls } from '../../../application/journal/interrupted-calls.js';
import { effectOf } from '../../../application/journal/interrupted-effect.js';
import type { CommandResult } from '../../../application/ports/commands.js';
import type { SceneState } from '../../../application/ports/players.js';
import type { DeviceCommand, JournalEntry } from '../../../domain/journal-entry.js';
import { manualClock } from '../../../simulator/clock.js';

const command = (name: string, target: DeviceCommand['target'], expected: DeviceCommand['expected'] = null) => ({
  name,
  target,
  expected,
});
const on = command('signalLines.switch', ['sig-1', true]);
const off = command('signalLines.switch', ['sig-1', false]);
const entry = (id: string, ...commands: readonly DeviceCommand[]): JournalEntry => ({
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
    const other = command('signalLines.switch', ['sig-2', true]);
    const calls = interruptedCalls([entry('a', on), entry('b', other), entry('c', off)], manualClock(1_000));
    expect(calls.find({ ...call, commands: [on] })).toMatchObject(E.left({ code: 'device_error' }));
    expect(calls.find({ ...call, commands: [other] })).toMatchObject(E.right({ id: 'b' }));
  });

  it('@CRASH-6: is refused once another command was sent to the same device', () => {
    const calls = interruptedCalls([entry('a', on)], manualClock(1_000));
    calls.overtake([command('signalLines.switch', ['sig-2', false]), on]);
    expect(E.isRight(calls.find({ ...call, commands: [on] }))).toBe(true);
    calls.overtake([off]);
    expect(calls.find({ ...call, commands: [on] })).toMatchObject(E.left({ code: 'device_error' }));
  });
});

const clip = (key: string, bank = 'news') => ({ bank, clip: { number: 1, key, name: key } });
const idle: SceneState = { id: 'left', run: null, cued: null, graphicShown: false };
const running = (key: string, paused: boolean): SceneState => ({
  ...idle,
  run: { ...clip(key), startedAtMs: 0, positionMs: 0, asOfMs: 0, loop: false, durationMs: null, paused },
});

/** What the devices show. */
let scenes: readonly SceneState[];
let isConnected: boolean;
let value: boolean | null;
/** The value of a command that is pending; null for none. */
let pending: boolean | null;
let shownGraphic: boolean | null;
let automation: string;
let macro: string;
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

const ports = {
  players: { state: () => ({ connected: isConnected, scenes }), watch: watch('players') },
  signalLines: {
    connected: () => isConnected,
    value: () => value,
    pendingValue: () => pending ?? value,
    watch: watch('signalLines'),
  },
  cameras: { connected: () => isConnected, angle: () => 'wide', watch: watch('cameras') },
  graphics: { record: () => (shownGraphic === null ? null : { shown: shownGraphic }) },
  macros: { state: () => ({ state: macro }), watch: watch('macros') },
  automations: { state: () => ({ state: automation }), watch: watch('automations') },
  studio: { records: { macros: { find: E.right } }, layout: { automations: [{ id: 'auto-1' }] } },
} as unknown as EffectPorts;

beforeEach(() => {
  [scenes, isConnected, value, shownGraphic, automation, macro] = [[idle], true, true, true, 'running', 'running'];
  pending = null;
  for (const own of Object.values(watchers)) own.clear();
});

describe('@CRASH-2: the effect of a command', () => {
  const onLeft = ['out-1', 'left'] as const;
  const news = [...onLeft, 'news', 'a'] as const;

  it.each<readonly [string, DeviceCommand, () => void, boolean]>([
    ['a clip', command('players.play', news), () => (scenes = [running('a', false)]), true],
    ['another clip', command('players.play', news), () => (scenes = [running('b', false)]), false],
    [
      'a clip of another bank',
      command('players.play', [...onLeft, 'music', 'a']),
      () => (scenes = [running('a', false)]),
      false,
    ],
    [
      'one stopped scene of two',
      command('players.stop', ['out-1', 'left', 'right']),
      () => (scenes = [idle, { ...running('a', false), id: 'right' }]),
      false,
    ],
    [
      'all stopped scenes',
      command('players.stop', ['out-1', 'left', 'right']),
      () => (scenes = [idle, { ...idle, id: 'right' }]),
      true,
    ],
    ['a stopped scene of a lost player', command('players.stop', onLeft), () => (isConnected = false), false],
    ['a cued clip', command('players.cue', news), () => (scenes = [{ ...idle, cued: clip('a') }]), true],
    ['a taken clip', command('players.take', onLeft, ['news', 'a']), () => (scenes = [running('a', false)]), true],
    ['a take of what is unknown', command('players.take', onLeft), () => (scenes = [running('a', false)]), false],
    ['a pause', command('players.pause', onLeft), () => (scenes = [running('a', true)]), true],
    ['no pause', command('players.pause', onLeft), () => (scenes = [running('a', false)]), false],
    ['a resumption', command('players.resume', onLeft), () => (scenes = [running('a', false)]), true],
    ['a resumption of nothing', command('players.resume', onLeft), () => undefined, false],
    ['a seek', command('players.seek', [...onLeft, 5]), () => undefined, false],
    ['a graphic', command('graphics.show', [...onLeft, null]), () => undefined, true],
    ['a hidden graphic', command('graphics.hide', onLeft), () => (shownGraphic = false), true],
    ['a graphic that is gone', command('graphics.hide', onLeft), () => (shownGraphic = null), false],
    ['a signal', on, () => undefined, true],
    ['another value of a signal', off, () => undefined, false],
    ['a signal whose line is lost', on, () => (isConnected = false), false],
    ['a toggled signal', command('signalLines.toggle', ['sig-1'], [true]), () => undefined, true],
    ['a signal that is not toggled', command('signalLines.toggle', ['sig-1'], [false]), () => undefined, false],
    ['a pulse', command('signalLines.pulse', ['sig-1', 500]), () => undefined, true],
    ['an angle', command('cameras.recall', ['cam-1', 'wide']), () => undefined, true],
    ['another angle', command('cameras.recall', ['cam-1', 'close']), () => undefined, false],
    ['an angle of a lost camera', command('cameras.recall', ['cam-1', 'wide']), () => (isConnected = false), false],
    ['a macro', command('macros.run', ['mac-1']), () => undefined, true],
    ['a stopped macro', command('macros.stop', ['mac-1']), () => (macro = 'idle'), true],
    ['a macro that is not stopped', command('macros.stop', ['mac-1']), () => undefined, false],
    ['a started automation', command('automations.transition', ['auto-1', 'start']), () => undefined, true],
    ['a resumed automation', command('automations.transition', ['auto-1', 'resume']), () => undefined, true],
    [
      'a paused automation',
      command('automations.transition', ['auto-1', 'pause']),
      () => (automation = 'paused'),
      true,
    ],
    [
      'a stopped automation',
      command('automations.transition', ['auto-1', 'stop']),
      () => (automation = 'stopped'),
      true,
    ],
    [
      'an automation that is gone',
      command('automations.transition', ['auto-9', 'stop']),
      () => (automation = 'stopped'),
      false,
    ],
    ['a command of another version', command('lights.dim', ['x']), () => undefined, false],
  ])('is judged: %s', (_what, sent, arrange, expected) => {
    arrange();
    expect(isShown(ports, sent)).toBe(expected);
  });

  it('is expected from the present state where the command does not name it', () => {
    const expectedOf = (name: string, ...target: readonly string[]) => withExpected(ports, { name, target }).expected;
    expect(expectedOf('signalLines.toggle', 'sig-1')).toEqual([false]);
    pending = false;
    expect(expectedOf('signalLines.toggle', 'sig-1')).toEqual([true]);
    pending = null;
    value = null;
    expect(expectedOf('signalLines.toggle', 'sig-1')).toBeNull();
    scenes = [{ ...idle, cued: clip('a') }];
    expect(expectedOf('players.take', 'out-1', 'left')).toEqual(['news', 'a']);
    expect(expectedOf('players.pause', 'out-1', 'left')).toBeNull();
    isConnected = false;
    expect(expectedOf('players.take', 'out-1', 'left')).toBeNull();
  });
});

describe('@CRASH-2: the answer to a repetition', () => {
  const repeated = (...commands: readonly DeviceCommand[]) => {
    const sending = effectOf(ports, entry('a', ...commands));
    if (E.isLeft(sending)) throw new Error('nothing is sent');
    const results: CommandResult[] = [];
    void sending.right.confirmed.then((result) => results.push(result));
    return { results, failure: () => sending.right.failureAtTimeout?.() };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it.each(['players', 'signalLines', 'cameras', 'macros', 'automations'])(
    'comes once all commands show their effect, after a change of %s',
    async (port) => {
      [value, automation] = [false, 'stopped'];
      const { results } = repeated(on, command('automations.transition', ['auto-1', 'start']));
      value = true;
      changed(port);
      await settled();
      expect(results).toEqual([]);
      automation = 'running';
      changed(port);
      await settled();
      expect([results, watching()]).toEqual([[E.right(undefined)], 0]);
    },
  );

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
