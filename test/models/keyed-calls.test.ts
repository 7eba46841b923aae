// Idempotency keys under random calls, ends and restarts, compared with a list of what was handled. A call is handled once for
// its key, also over a restart. A call that is refused, or sends nothing, leaves the key free.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import type { ActionAnswer } from '../../application/ledger/action-answer.js';
import { unexpired } from '../../application/ledger/kept-answers.js';
import { keyedCalls, keyLifetimeMs, type KeyedCall, type KeyedCalls } from '../../application/ledger/keyed-calls.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';

/** A call that was handled, in the order of the calls. */
interface Handled {
  readonly call: KeyedCall;
  readonly startedAtMs: number;
  /** Undefined until it has ended. */
  isSent: boolean | undefined;
}

interface Model {
  readonly handled: Handled[];
}

/** A handled call, and what ends it. */
interface Running {
  readonly end: (answer: ActionAnswer) => void;
}

interface Real {
  readonly clock: ManualClock;
  calls: KeyedCalls;
  /** What is on disk, of each key the last answer. */
  readonly stored: Map<string, KeptAnswer>;
  readonly running: Running[];
  /** The number of the handled call that each call must be answered with, and the answer. */
  readonly answers: { readonly expected: number | 'conflict'; readonly answer: Promise<ActionAnswer> }[];
}

type Command = fc.AsyncCommand<Model, Real>;

const command = (text: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  run,
  toString: () => text,
});

const answerOf = (number: number, isSent: boolean): ActionAnswer => ({
  action: String(number),
  response: isSent ? E.right({ body: { number }, plain: 'OK' }) : E.left(failure('not_found', String(number))),
  isSent,
});

/** Returns the call that holds a key. */
const holder = ({ handled }: Model, { owner, key }: KeyedCall, nowMs: number): number =>
  handled.findLastIndex(
    ({ call, startedAtMs, isSent }) =>
      call.owner === owner && call.key === key && isSent !== false && nowMs < startedAtMs + keyLifetimeMs,
  );

/** Handles a call, which is under way until a command ends it. */
const handle =
  ({ running }: Real) =>
  (refusal?: Failure): Promise<ActionAnswer> => {
    if (refusal !== undefined) return Promise.resolve({ response: E.left(refusal), isSent: false });
    const { promise, resolve } = Promise.withResolvers<ActionAnswer>();
    running.push({ end: resolve });
    return promise;
  };

const send = (call: KeyedCall): Command =>
  command(`call ${call.call} of ${call.owner} with ${call.key}`, (model, real) => {
    const nowMs = real.clock.now();
    const held = holder(model, call, nowMs);
    const isOther = held >= 0 && model.handled[held]?.call.call !== call.call;
    if (held < 0) model.handled.push({ call, startedAtMs: nowMs, isSent: undefined });
    const expected = isOther ? 'conflict' : held < 0 ? model.handled.length - 1 : held;
    real.answers.push({ expected, answer: real.calls.answer(call, handle(real)) });
    expect(real.running, 'the calls that are handled').toHaveLength(model.handled.length);
    return Promise.resolve();
  });

const underWay = ({ handled }: Model): readonly Handled[] => handled.filter(({ isSent }) => isSent === undefined);

const endOne = async (model: Model, { running, clock }: Real, one: Handled, isSent: boolean): Promise<void> => {
  const number = model.handled.indexOf(one);
  one.isSent = isSent;
  running[number]?.end(answerOf(number, isSent));
  await clock.advance(0);
};

const end = (chosen: number, isSent: boolean): Command =>
  command(
    isSent ? 'a call ends' : 'a call sends nothing',
    async (model, real) => {
      const calls = underWay(model);
      const one = calls[chosen % calls.length];
      if (one !== undefined) await endOne(model, real, one, isSent);
    },
    (model) => underWay(model).length > 0,
  );

const pass = (ms: number): Command => command(`${String(ms)} ms`, (_model, { clock }) => clock.advance(ms));

const endAll = async (model: Model, real: Real): Promise<void> => {
  for (const one of underWay(model)) await endOne(model, real, one, true);
};

/** Returns calls with those that were stored; each answer is stored once it is given. */
const callsWith = (clock: ManualClock, stored: Map<string, KeptAnswer>): KeyedCalls =>
  keyedCalls({
    clock,
    digestOf: hashSecret,
    stored: unexpired([...stored.values()], { clock, log: silent, lifetimeMs: keyLifetimeMs }),
    keep: (answer) =>
      void stored.set(`${answer.owner} ${answer.key}`, JSON.parse(JSON.stringify(answer)) as KeptAnswer),
  });

/** What was answered is stored, however the service ends. */
const restart: Command = command('restart', async (model, real) => {
  await endAll(model, real);
  real.calls.stop();
  real.calls = callsWith(real.clock, real.stored);
});

const commands = fc.commands(
  [
    fc
      .record({
        owner: fc.constantFrom('one', 'two'),
        key: fc.constantFrom('a', 'b'),
        call: fc.constantFrom('play', 'stop'),
      })
      .map(send),
    fc.tuple(fc.nat(3), fc.boolean()).map(([chosen, isSent]) => end(chosen, isSent)),
    fc.constantFrom(1, keyLifetimeMs / 2, keyLifetimeMs - 1, keyLifetimeMs).map(pass),
    fc.constant(restart),
  ],
  { maxCommands: 40, size: 'max' },
);

/** Each call is answered like the one that holds its key. */
const expectAnswers = async ({ handled }: Model, { answers }: Real): Promise<void> => {
  for (const { expected, answer } of answers) {
    const given = await answer;
    if (expected === 'conflict') expect(given.response).toMatchObject({ left: { code: 'conflict' } });
    else expect(given).toEqual(answerOf(expected, handled[expected]?.isSent === true));
  }
};

it('@IDEMPOTENCY-1 @IDEMPOTENCY-3 @IDEMPOTENCY-4: a key is used once, whatever ends, expires or restarts meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const clock = manualClock();
      const stored = new Map<string, KeptAnswer>();
      const real: Real = { clock, stored, calls: callsWith(clock, stored), running: [], answers: [] };
      const model: Model = { handled: [] };
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await endAll(model, real);
      await expectAnswers(model, real);
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 1_000) },
  );
});
