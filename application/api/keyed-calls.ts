// The actions that callers sent with an idempotency key: each is sent once, and its repetitions get the first answer.
import * as E from 'fp-ts/lib/Either.js';
import { identityOf } from '../../domain/access/caller.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { CallResponse } from '../commands/acknowledgement.js';
import type { Clock } from '../ports/clock.js';
import type { AuthorizedCall } from './authorized-call.js';
import type { CallKey } from './operation.js';

/** A call with a key, and the identity of its caller. */
export interface KeyedCall extends CallKey {
  readonly owner: string;
}

/** Returns a call with its key, if it is admitted and its parameters are valid. */
export const keyedCallOf = <Ports>({ call, authorization }: AuthorizedCall<Ports>): KeyedCall | undefined => {
  const { operation, raw, origin, requestFailure } = call;
  const { caller, decision } = authorization;
  if (operation.access === 'read' || E.isLeft(decision) || requestFailure !== undefined) return undefined;
  const prepared = operation.prepare(raw);
  if (E.isLeft(prepared) || prepared.right.key === undefined) return undefined;
  return { ...prepared.right.key, owner: identityOf(caller, origin.address) };
};

/** The answer to an action. */
export interface ActionAnswer {
  /** The id of the action; absent for reads. */
  readonly action?: string;
  readonly response: CallResponse;
  /** Whether a device may have received the action, or the service has changed its own state. */
  readonly isSent: boolean;
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
  /** The digest of the call: values of its parameters may be long, and many calls are kept. */
  readonly digest: string;
  readonly answer: Promise<ActionAnswer>;
  readonly cancelTimer: () => void;
}

/** Kept calls by owner and key. */
const callTable = () => {
  const owners = new Map<string, Map<string, KeptCall>>();
  let count = 0;

  /** Returns why no further call can be kept. */
  const limitReached = ({ owner }: KeyedCall): Failure | undefined => {
    if ((owners.get(owner)?.size ?? 0) >= mostKeys.perCaller) return tooMany(mostKeys.perCaller, 'this caller');
    return count >= mostKeys.inAll ? tooMany(mostKeys.inAll, 'all callers') : undefined;
  };

  return {
    limitReached,
    find: ({ owner, key }: KeyedCall): KeptCall | undefined => owners.get(owner)?.get(key),
    add: ({ owner, key }: KeyedCall, kept: KeptCall): void => {
      owners.set(owner, (owners.get(owner) ?? new Map<string, KeptCall>()).set(key, kept));
      count += 1;
    },
    remove: ({ owner, key }: KeyedCall): void => {
      const keys = owners.get(owner);
      const found = keys?.get(key);
      if (keys === undefined || found === undefined) return;
      found.cancelTimer();
      keys.delete(key);
      count -= 1;
      if (keys.size === 0) owners.delete(owner);
    },
    clear: (): void => {
      for (const keys of owners.values()) for (const { cancelTimer } of keys.values()) cancelTimer();
      owners.clear();
      count = 0;
    },
  };
};

/** Returns no calls. */
export const keyedCalls = (clock: Pick<Clock, 'after'>, digestOf: Digest): KeyedCalls => {
  const table = callTable();

  const keep = (call: KeyedCall, handled: Promise<ActionAnswer>): void => {
    const answer = handled.then(({ action, response, isSent }) => {
      // Nothing was sent: the caller may try again with the same key (IDEMPOTENCY-4).
      if (!isSent) table.remove(call);
      // What follows the delivery of the first answer is not kept.
      return { response, isSent, ...(action !== undefined && { action }) };
    });
    const cancelTimer = clock.after(keyLifetimeMs, () => {
      table.remove(call);
    });
    table.add(call, { digest: digestOf(call.call), answer, cancelTimer });
  };

  return {
    answer: (call, handle) => {
      if (call === undefined) return handle();
      const kept = table.find(call);
      if (kept !== undefined) return kept.digest === digestOf(call.call) ? kept.answer : handle(otherCall);
      const refusal = table.limitReached(call);
      if (refusal !== undefined) return handle(refusal);
      const handled = handle();
      keep(call, handled);
      return handled;
    },
    stop: table.clear,
  };
};
