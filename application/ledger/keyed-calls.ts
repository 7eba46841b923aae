// The actions that callers sent with an idempotency key: each is sent once, and its repetitions get the first answer, also after a
// restart (IDEMPOTENCY-9).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';
import type { Clock } from '../ports/clock.js';
import type { ActionAnswer } from './action-answer.js';
import { answerOf, storedResponse } from './kept-answers.js';
import type { CallKey } from '../api/operation.js';

/** A call with a key, and the identity of its caller. */
export interface KeyedCall extends CallKey {
  readonly owner: string;
}

/** Handles a call, or refuses it if a failure is given. Never rejects. */
export type HandleCall<Answer> = (refusal?: Failure) => Promise<Answer>;

/** The calls with keys of one running service. */
export interface KeyedCalls {
  /**
   * Answers a call. Calls `handle` for a call without a key and for the first one with a key. A repetition waits for the
   * first answer and gets it (IDEMPOTENCY-1, IDEMPOTENCY-2). Another call with the same key is refused (IDEMPOTENCY-3).
   */
  readonly answer: <Answer extends ActionAnswer>(
    call: KeyedCall | undefined,
    handle: HandleCall<Answer>,
  ) => Promise<Answer | ActionAnswer>;
  /** Returns what a call would be: the repetition of one that is kept, a new one, or why it would be refused. Keeps nothing. */
  readonly relation: (call: KeyedCall | undefined) => E.Either<Failure, 'repetition' | 'new'>;
  /** Resolves when each call that is kept now has its answer, also if its caller has hung up. */
  readonly settled: () => Promise<unknown>;
  /** Returns the calls that were sent, with their answers. */
  readonly answers: () => readonly KeptAnswer[];
  /** Forgets all calls. Called when the service stops. */
  readonly stop: () => void;
}

/** How long a key is kept, in milliseconds, from its first call (IDEMPOTENCY-1). */
export const keyLifetimeMs = 600_000;

/** The most keys that are kept for one caller, and for all (IDEMPOTENCY-7). */
export const mostKeys = { perCaller: 5_000, inAll: 20_000 };

const otherCall = failure(
  'conflict',
  'the key belongs to another call of the last 10 minutes; nothing was sent. Use a new key for each action',
);

const tooMany = (count: number, whose: string): Failure =>
  failure(
    'conflict',
    `${String(count)} keys of ${whose} are kept for 10 minutes each, the most; nothing was sent. ` +
      'Send the call without a key, or later',
  );

/** Returns a short text that is another one for each text. */
export type Digest = (text: string) => string;

interface KeptCall {
  readonly owner: string;
  readonly endsAtMs: number;
  /** The digest of the call: values of its parameters may be long, and many calls are kept. */
  readonly digest: string;
  readonly answer: Promise<ActionAnswer>;
  /** The answer once there is one. */
  settled?: ActionAnswer;
  readonly cancelTimer: () => void;
}

/** A call that isn't answered yet is guarded by the journal, not by its answer. */
const storedCall = (key: string, { owner, digest, endsAtMs, settled }: KeptCall): readonly KeptAnswer[] => {
  const response = settled && storedResponse(settled);
  if (response === undefined) return [];
  const { action } = settled ?? {};
  return [{ owner, key, call: digest, endsAtMs, response, ...(action !== undefined && { action }) }];
};

/** Kept calls by owner and the key's digest: a key may be a token, and is stored. */
const callTable = (digestOf: Digest) => {
  const owners = new Map<string, Map<string, KeptCall>>();
  let count = 0;

  /** Returns why no further call can be kept. */
  const limitReached = ({ owner }: KeyedCall): Failure | undefined => {
    if ((owners.get(owner)?.size ?? 0) >= mostKeys.perCaller) return tooMany(mostKeys.perCaller, 'this caller');
    return count >= mostKeys.inAll ? tooMany(mostKeys.inAll, 'all callers') : undefined;
  };

  const find = ({ owner, key }: KeyedCall): KeptCall | undefined => owners.get(owner)?.get(digestOf(key));

  return {
    find,
    /** Returns the call that another repeats; undefined for a new one. Fails for one that can't be kept, or has the key of another. */
    repeatedBy: (call: KeyedCall): E.Either<Failure, KeptCall | undefined> => {
      const kept = find(call);
      if (kept !== undefined) return kept.digest === digestOf(call.call) ? E.right(kept) : E.left(otherCall);
      const refusal = limitReached(call);
      return refusal === undefined ? E.right(undefined) : E.left(refusal);
    },
    add: (keyDigest: string, kept: KeptCall): void => {
      const { owner } = kept;
      owners.set(owner, (owners.get(owner) ?? new Map<string, KeptCall>()).set(keyDigest, kept));
      count += 1;
    },
    remove: (keyDigest: string, owner: string): void => {
      const keys = owners.get(owner);
      const found = keys?.get(keyDigest);
      if (keys === undefined || found === undefined) return;
      found.cancelTimer();
      keys.delete(keyDigest);
      count -= 1;
      if (keys.size === 0) owners.delete(owner);
    },
    answers: (): readonly Promise<ActionAnswer>[] =>
      [...owners.values()].flatMap((keys) => [...keys.values()].map(({ answer }) => answer)),
    stored: (): readonly KeptAnswer[] =>
      [...owners.values()].flatMap((keys) => [...keys].flatMap(([key, kept]) => storedCall(key, kept))),
    clear: (): void => {
      for (const keys of owners.values()) for (const { cancelTimer } of keys.values()) cancelTimer();
      owners.clear();
      count = 0;
    },
  };
};

/** What keeps calls with keys. */
export interface KeyedCallsDeps {
  readonly clock: Clock;
  readonly digestOf: Digest;
  /** Calls of an earlier run. Default: none. */
  readonly stored?: readonly KeptAnswer[];
  /** Stores the answer to a call that was sent. */
  readonly keep: (answer: KeptAnswer) => void;
}

/** Returns the calls of an earlier run, and no others. */
export const keyedCalls = ({ clock, digestOf, stored = [], keep: store }: KeyedCallsDeps): KeyedCalls => {
  const table = callTable(digestOf);

  /** Returns a function that cancels it. */
  const forgetLater = (key: string, { owner, endsAtMs }: Pick<KeptCall, 'owner' | 'endsAtMs'>) =>
    clock.after(endsAtMs - clock.now(), () => {
      table.remove(key, owner);
    });

  const keep = (call: KeyedCall, handled: Promise<ActionAnswer>): void => {
    const [key, times] = [digestOf(call.key), { owner: call.owner, endsAtMs: clock.now() + keyLifetimeMs }];
    const answer = handled.then(({ action, response, isSent }) => {
      // Nothing was sent: the caller may try again with the same key (IDEMPOTENCY-4). If it has expired, another call may have it.
      const isHolder = table.find(call) === kept;
      if (!isSent && isHolder) table.remove(key, call.owner);
      // What follows the delivery of the first answer is not kept.
      kept.settled = { response, isSent, ...(action !== undefined && { action }) };
      if (isSent && isHolder) storedCall(key, kept).forEach(store);
      return kept.settled;
    });
    const kept: KeptCall = { ...times, digest: digestOf(call.call), answer, cancelTimer: forgetLater(key, times) };
    table.add(key, kept);
  };

  for (const one of stored) {
    const [{ owner, key, call: digest, endsAtMs }, settled] = [one, answerOf(one)];
    const cancelTimer = forgetLater(key, one);
    table.add(key, { owner, endsAtMs, digest, answer: Promise.resolve(settled), settled, cancelTimer });
  }

  return {
    relation: (call) =>
      pipe(
        call === undefined ? E.right(undefined) : table.repeatedBy(call),
        E.map((kept) => (kept === undefined ? 'new' : 'repetition')),
      ),
    answer: (call, handle) => {
      if (call === undefined) return handle();
      const kept = table.repeatedBy(call);
      if (E.isLeft(kept)) return handle(kept.left);
      if (kept.right !== undefined) return kept.right.answer;
      const handled = handle();
      keep(call, handled);
      return handled;
    },
    settled: () => Promise.all(table.answers()),
    answers: table.stored,
    stop: table.clear,
  };
};
