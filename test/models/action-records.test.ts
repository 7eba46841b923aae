// Action records under random sequences of starts, results and reads, compared with a list of what was started.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actionRecords, type ActionRecords } from '../../application/commands/action-records.js';
import type { CommandResult } from '../../application/ports/commands.js';
import { failure } from '../../domain/failure.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';

const kept = 1_000;

/** What callers rely on: the state of each action, and its error. */
interface Expected {
  readonly id: string;
  readonly isRefusedCaller: boolean;
  state: string;
  error: string | null;
  endedAt: string | null;
}

interface Model {
  readonly started: Expected[];
}

interface Real {
  readonly clock: ManualClock;
  readonly records: ActionRecords;
  readonly ends: ((result: CommandResult) => void)[];
  readonly changes: string[];
}

type Command = fc.Command<Model, Real>;

const listed = ({ started }: Model, isRefusedCaller: boolean): readonly Expected[] =>
  started.filter((action) => action.isRefusedCaller === isRefusedCaller).slice(-kept);

const shown = ({ id, state, error, endedAt }: Omit<Expected, 'isRefusedCaller'>) => ({ id, state, error, endedAt });

const compare = (model: Model, { records }: Real): void => {
  const newestFirst = records.newestFirst().map(({ action }) => shown(action));
  expect(newestFirst).toEqual(listed(model, false).map(shown).reverse());
};

/** Starts `count` actions. */
const start = (count: number, isRefusedCaller: boolean): Command => ({
  check: () => true,
  toString: () => `start ${String(count)}${isRefusedCaller ? ' of refused callers' : ''}`,
  run: (model, real) => {
    for (let left = count; left > 0; left -= 1) {
      const id = `Id-${String(model.started.length)}`;
      const head = { id, operation: 'signal.on', caller: null, feature: null, output: null, owner: 'one' };
      real.ends.push(real.records.begin({ ...head, isRefusedCaller }));
      model.started.push({ id, isRefusedCaller, state: 'pending', error: null, endedAt: null });
    }
    compare(model, real);
  },
});

const results = {
  acknowledged: E.right(undefined),
  failed: E.left(failure('device_error', 'x')),
  timed_out: E.left(failure('ack_timeout', 'x')),
} as const satisfies Record<string, CommandResult>;

/** The end of an action: a time-out is replaced by what the device reports later, and nothing else is. */
const endExpected = (action: Expected, state: keyof typeof results, now: string): boolean => {
  const isOpen = action.state === 'pending' || (action.state === 'timed_out' && state !== 'timed_out');
  if (!isOpen) return false;
  if (state !== 'acknowledged') action.error = state === 'failed' ? 'device_error' : 'ack_timeout';
  [action.state, action.endedAt] = [state, now];
  return true;
};

/** Reports a result of one of the actions, also of those whose records were dropped. */
const end = (chosen: number, state: keyof typeof results): Command => ({
  check: ({ started }) => started.length > 0,
  toString: () => `${state} of ${String(chosen)}`,
  run: (model, real) => {
    const index = model.started.length - 1 - (chosen % model.started.length);
    const [action, now] = [model.started[index], new Date(real.clock.now()).toISOString()];
    const before = real.changes.length;
    real.ends[index]?.(results[state]);
    const isChanged = action !== undefined && endExpected(action, state, now);
    expect(real.changes.slice(before)).toEqual(isChanged ? [`${action.id} ${state}`] : []);
    compare(model, real);
  },
});

/** Finds an action in upper or lower case, unless its record was dropped. */
const find = (chosen: number, isUpper: boolean): Command => ({
  check: ({ started }) => started.length > 0,
  toString: () => `find ${String(chosen)}`,
  run: (model, { records }) => {
    const action = model.started[model.started.length - 1 - (chosen % model.started.length)];
    if (action === undefined) return;
    const found = records.find(isUpper ? action.id.toUpperCase() : action.id.toLowerCase());
    const isKept = listed(model, action.isRefusedCaller).includes(action);
    expect(found && shown(found.action)).toEqual(isKept ? shown(action) : undefined);
  },
});

const pass = (ms: number): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  toString: () => `pass ${String(ms)} ms`,
  run: (_model, { clock }) => clock.advance(ms),
});

const chosen = fc.oneof(fc.nat(3), fc.nat(2_500));
const states = fc.constantFrom(...(Object.keys(results) as (keyof typeof results)[]));
const commands = fc.commands(
  [
    fc
      .record({ count: fc.constantFrom(1, 2, 400, 999), refused: fc.boolean() })
      .map((of) => start(of.count, of.refused)),
    fc.tuple(chosen, states).map(([index, state]) => end(index, state)),
    fc.tuple(chosen, fc.boolean()).map(([index, isUpper]) => find(index, isUpper)),
    fc.constantFrom(0, 1, 2_000).map(pass),
  ] as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
  { maxCommands: 40, size: 'max' },
);

it('@SHAPE-5: the last 1,000 actions have the states that were reported, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      await fc.asyncModelRun(() => {
        const clock = manualClock();
        const records = actionRecords(clock);
        const changes: string[] = [];
        records.watch(({ now }) => changes.push(`${now.id} ${now.state}`));
        return { model: { started: [] }, real: { clock, records, ends: [], changes } };
      }, sequence);
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 50) },
  );
});
