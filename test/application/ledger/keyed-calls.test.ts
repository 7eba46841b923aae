// Calls with an idempotency key: who waits, what is kept, and how many.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../../adapters/node/console-secrets.js';
import type { ActionAnswer } from '../../../application/ledger/action-answer.js';
import {
  keyedCalls,
  keyLifetimeMs,
  mostKeys,
  type KeyedCall,
  type KeyedCalls,
  type KeyedCallsDeps,
} from '../../../application/ledger/keyed-calls.js';
import { answerOf, storedResponse, unexpired } from '../../../application/ledger/kept-answers.js';
import { failure, superseded, type Failure } from '../../../domain/failure.js';
import type { KeptAnswer } from '../../../domain/kept-answer.js';
import { manualClock } from '../../../simulator/clock.js';

const call = (changes: Partial<KeyedCall> = {}): KeyedCall => ({ owner: 'one', key: 'a', call: 'play', ...changes });

const callsWith = (deps: Partial<KeyedCallsDeps>): KeyedCalls =>
  keyedCalls({ clock: manualClock(), digestOf: hashSecret, keep: () => undefined, ...deps });

const sent = (action: string): ActionAnswer => ({
  action,
  response: E.right({ body: {}, plain: 'OK' }),
  isSent: true,
});

const unsent: ActionAnswer = { action: 'x', response: E.left(failure('not_found', 'no clip')), isSent: false };

/** Counts calls that are handled, and keeps their refusals. */
const counted = (answer: (count: number) => Promise<ActionAnswer>) => {
  const refusals: (Failure | undefined)[] = [];
  return {
    refusals,
    handle: (refusal?: Failure): Promise<ActionAnswer> => {
      refusals.push(refusal);
      return refusal === undefined
        ? answer(refusals.length)
        : Promise.resolve({ response: E.left(refusal), isSent: false });
    },
  };
};

const numbered = (count: number): Promise<ActionAnswer> => Promise.resolve(sent(String(count)));

describe('a call with a key', () => {
  it('@IDEMPOTENCY-2: waits for the first one, whatever it takes, and gets its answer', async () => {
    const calls = callsWith({});
    const first = Promise.withResolvers<ActionAnswer>();
    const { handle, refusals } = counted(() => first.promise);
    const answers = [1, 2, 3].map(() => calls.answer(call(), handle));
    first.resolve(sent('only'));
    expect(await Promise.all(answers)).toEqual([sent('only'), sent('only'), sent('only')]);
    expect(refusals).toEqual([undefined]);
  });

  it('gets the answer of the first one also if nothing was sent, and the next one is handled', async () => {
    const calls = callsWith({});
    const first = Promise.withResolvers<ActionAnswer>();
    const { handle, refusals } = counted(() => first.promise);
    const answers = [calls.answer(call(), handle), calls.answer(call(), handle)];
    first.resolve(unsent);
    expect(await Promise.all(answers)).toEqual([unsent, unsent]);
    await calls.answer(call(), handle);
    expect(refusals).toEqual([undefined, undefined]);
  });

  it('is compared by a digest, so that long values are not kept', async () => {
    const digested: string[] = [];
    const calls = callsWith({
      digestOf: (text) => {
        digested.push(text);
        return text.slice(0, 1);
      },
    });
    const { handle, refusals } = counted(numbered);
    await calls.answer(call({ call: 'a long call' }), handle);
    await calls.answer(call({ call: 'another one' }), handle);
    expect(refusals).toEqual([undefined]);
    await calls.answer(call({ call: 'b' }), handle);
    expect(refusals.map((refusal) => refusal?.code)).toEqual([undefined, 'conflict']);
    expect(digested.filter((text) => text !== call().key)).toEqual(['a long call', 'another one', 'b']);
  });

  it('keeps nothing of the delivery of the first answer', async () => {
    const calls = callsWith({});
    const onDelivered = (): void => undefined;
    const handle = () => Promise.resolve({ ...sent('1'), onDelivered });
    expect(await calls.answer(call(), handle)).toHaveProperty('onDelivered');
    expect(await calls.answer(call(), handle)).not.toHaveProperty('onDelivered');
  });

  it('is handled again once 10 minutes have passed since the first one', async () => {
    const clock = manualClock();
    const calls = callsWith({ clock });
    const { handle, refusals } = counted(numbered);
    await calls.answer(call(), handle);
    await clock.advance(keyLifetimeMs - 1);
    await calls.answer(call(), handle);
    expect(refusals).toHaveLength(1);
    await clock.advance(1);
    expect(await calls.answer(call(), handle)).toEqual(sent('2'));
  });

  it('is not forgotten by an earlier call of its key that sent nothing', async () => {
    const clock = manualClock();
    const calls = callsWith({ clock });
    const { handle, refusals } = counted((count) => (count === 1 ? Promise.resolve(unsent) : numbered(count)));
    await calls.answer(call(), handle);
    await clock.advance(keyLifetimeMs - 1);
    await calls.answer(call(), handle);
    await clock.advance(1);
    await calls.answer(call(), handle);
    expect(refusals).toHaveLength(2);
  });
});

it('@IDEMPOTENCY-1: a call that sends nothing after its key has expired leaves the key to the next call', async () => {
  const clock = manualClock();
  const calls = callsWith({ clock });
  const first = Promise.withResolvers<ActionAnswer>();
  const { handle, refusals } = counted((count) => (count === 1 ? first.promise : numbered(count)));
  const slow = calls.answer(call(), handle);
  await clock.advance(keyLifetimeMs);
  await calls.answer(call(), handle);
  first.resolve(unsent);
  await slow;
  expect(await calls.answer(call(), handle)).toEqual(sent('2'));
  expect(refusals).toHaveLength(2);
});

describe('a restart', () => {
  const answers: readonly ActionAnswer[] = [
    sent('done'),
    { ...sent('started'), response: E.right('accepted') },
    { action: 'failed', response: E.left(failure('ack_timeout', 'no acknowledgement')), isSent: true },
    { response: E.right({ body: { value: null }, plain: 'OK' }), isSent: true },
  ];

  it('@IDEMPOTENCY-9: keeps every kind of answer for the rest of its 10 minutes', async () => {
    const clock = manualClock();
    const earlier = callsWith({ clock });
    for (const [at, answer] of answers.entries())
      await earlier.answer(call({ key: String(at) }), () => Promise.resolve(answer));
    await earlier.answer(call({ key: 'unsent' }), () => Promise.resolve(unsent));
    await clock.advance(keyLifetimeMs - 1);
    const calls = callsWith({ clock, stored: earlier.answers() });
    const { handle, refusals } = counted(numbered);
    for (const [at, answer] of answers.entries())
      expect(await calls.answer(call({ key: String(at) }), handle)).toEqual(answer);
    await calls.answer(call({ key: '0', call: 'another one' }), handle);
    expect(refusals).toMatchObject([{ code: 'conflict' }]);
    await calls.answer(call({ key: 'unsent' }), handle);
    await clock.advance(1);
    await calls.answer(call({ key: '0' }), handle);
    expect(refusals.slice(1)).toEqual([undefined, undefined]);
  });

  it('reads failures of earlier versions, and stores no more of one than its caller was answered', () => {
    const kept = (response: KeptAnswer['response']): KeptAnswer => ({
      ...{ owner: 'one', key: 'a', call: 'b', endsAtMs: 1, response },
    });
    const stored = { failure: { code: 'invalid_parameter', message: 'ms: wrong' } } as const;
    expect(answerOf(kept(stored)).response).toEqual(E.left({ ...stored.failure, issues: [] }));
    const replaced = storedResponse({ response: E.left(superseded('replaced')), isSent: true });
    expect(replaced).toEqual({ failure: { code: 'device_error', message: 'replaced' } });
  });

  it('is settled once each call has its answer, which is stored then', async () => {
    const stored: KeptAnswer[] = [];
    const calls = callsWith({ keep: (answer) => void stored.push(answer) });
    const first = Promise.withResolvers<ActionAnswer>();
    void calls.answer(call(), () => first.promise);
    await calls.answer(call({ key: 'unsent' }), () => Promise.resolve(unsent));
    expect(stored).toEqual([]);
    first.resolve(sent('1'));
    await calls.settled();
    expect(stored).toMatchObject([{ action: '1' }]);
    expect(calls.answers()).toEqual(stored);
  });

  it('stores no call that is not answered, and no key as it was sent', async () => {
    const calls = callsWith({});
    void calls.answer(call({ key: 'waiting' }), () => Promise.withResolvers<ActionAnswer>().promise);
    await calls.answer(call({ key: 'svc_secret' }), () => Promise.resolve(sent('1')));
    const stored = calls.answers();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('svc_secret');
    calls.stop();
    expect(calls.answers()).toEqual([]);
  });

  it('forgets answers whose time has passed, and with a warning those of a clock that was set back', async () => {
    const clock = manualClock();
    const calls = callsWith({ clock });
    await calls.answer(call(), () => Promise.resolve(sent('1')));
    const stored = calls.answers();
    const warnings: string[] = [];
    const nothing = (): void => undefined;
    const log = { debug: nothing, info: nothing, error: nothing, warn: (text: string) => void warnings.push(text) };
    const at = (nowMs: number) => unexpired(stored, { clock: { now: () => nowMs }, log, lifetimeMs: keyLifetimeMs });
    expect([at(clock.now()).length, at(clock.now() + keyLifetimeMs).length, warnings.length]).toEqual([1, 0, 0]);
    expect(at(clock.now() - 1)).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('the clock was set back')]);
  });
});

describe('the number of keys', () => {
  const advice = 'are kept for 10 minutes each, the most; nothing was sent. Send the call without a key, or later';

  const fill = async (count: number, owner: string, calls: KeyedCalls): Promise<void> => {
    for (let at = 0; at < count; at += 1)
      await calls.answer(call({ owner, key: String(at) }), () => Promise.resolve(sent(String(at))));
  };

  it('@IDEMPOTENCY-7: is bounded for each caller; a further call is refused, and no key is forgotten', async () => {
    const clock = manualClock();
    const calls = callsWith({ clock });
    await fill(mostKeys.perCaller, 'one', calls);
    const { handle, refusals } = counted(numbered);
    await calls.answer(call({ key: 'further' }), handle);
    expect(refusals).toEqual([{ code: 'conflict', message: `5000 keys of this caller ${advice}` }]);
    expect(await calls.answer(call({ key: '0' }), handle)).toEqual(sent('0'));
    await calls.answer(undefined, handle);
    await calls.answer(call({ owner: 'two', key: 'further' }), handle);
    expect(refusals.slice(1)).toEqual([undefined, undefined]);
    await clock.advance(keyLifetimeMs);
    await calls.answer(call({ key: 'further' }), handle);
    expect(refusals.slice(3)).toEqual([undefined]);
  });

  it('is bounded in all, and calls that sent nothing do not count', async () => {
    const calls = callsWith({});
    for (const owner of ['1', '2', '3', '4']) await fill(mostKeys.inAll / 4 - 1, owner, calls);
    for (let at = 0; at < 10; at += 1)
      await calls.answer(call({ owner: '5', key: String(at) }), () => Promise.resolve(unsent));
    await fill(3, '6', calls);
    const { handle, refusals } = counted(numbered);
    await calls.answer(call({ owner: '7' }), handle);
    expect(refusals).toEqual([undefined]);
    await calls.answer(call({ owner: '8' }), handle);
    expect(refusals[1]?.message).toBe(`20000 keys of all callers ${advice}`);
  });
});
