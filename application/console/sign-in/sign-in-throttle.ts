// Throttles sign-ins that keep failing (CONSOLE-4, CONSOLE-22, CONSOLE-23). The store shares the counts among all console
// processes.
import { networkKey, type Address } from '../../../domain/access/address.js';
import {
  addFailure,
  forgiveFailures,
  freeFailures,
  isKnown,
  markKnown,
  removeFailure,
  waitMs,
  type FailedSignIns,
} from '../../../domain/access/sign-in-delay.js';
import type { ConsoleServices } from '../console-services.js';

/** Who tries to sign in, and from where. */
export interface SignInAttempt {
  readonly username: string;
  readonly from: Address;
}

/** An attempt that counts as failed, or must wait. */
export interface CountedAttempt {
  /** How long the attempt must wait, milliseconds; 0 if it counts. */
  readonly waitMs: number;
  /** Whether the operator has signed in from this address before. */
  readonly isKnown: boolean;
  /** Removes the attempt from the counts, as it hasn't failed. */
  readonly undo: () => Promise<void>;
}

/** Counts failed sign-ins by operator and address, by network, and by operator. */
export interface SignInThrottle {
  /** Returns how long an attempt must wait, milliseconds; 0 if it needn't. */
  readonly waitMs: (attempt: SignInAttempt) => Promise<number>;
  /** Counts an attempt as failed unless it must wait. */
  readonly count: (attempt: SignInAttempt) => Promise<CountedAttempt>;
  /**
   * Clears the count of the operator at the address after a successful sign-in, and remembers the address. Returns whether it
   * was known.
   */
  readonly forgive: (attempt: SignInAttempt) => Promise<boolean>;
}

interface Counter {
  readonly key: string;
  /** Number of failures without a delay. */
  readonly free: number;
}

/** Digits of the hash that stands for a name. Too few to find the password that somebody typed instead of a name. */
const accountDigits = 4;

type Deps = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret'>;

/** The keys under which the store counts the failures of an attempt. */
const keysOf = ({ hashSecret }: Deps, { username, from }: SignInAttempt) => {
  const account = hashSecret(username).slice(0, accountDigits);
  return {
    known: `known ${account} ${from.text}`,
    pair: `pair ${account} ${from.text}`,
    network: `network ${networkKey(from)}`,
    account: `account ${account}`,
  };
};

const countersOf = (deps: Deps, attempt: SignInAttempt, known: boolean): readonly Counter[] => {
  const { pair, network, account } = keysOf(deps, attempt);
  const ofPair = { key: pair, free: freeFailures.pair };
  const looser = [
    { key: network, free: freeFailures.network },
    { key: account, free: freeFailures.account },
  ];
  return known ? [ofPair] : [ofPair, ...looser];
};

/** Reads and changes single counters. */
const counting = ({ store, clock }: Deps) => {
  const read = (key: string): Promise<FailedSignIns> => store.changeFailures(key, (failed) => failed);

  const waitOf = async ({ key, free }: Counter): Promise<number> => waitMs(await read(key), clock.now(), free);

  const longestWait = async (counters: readonly Counter[]): Promise<number> =>
    Math.max(...(await Promise.all(counters.map(waitOf))));

  /** Adds a failure unless there is a wait. Returns the wait. */
  const add = async ({ key, free }: Counter): Promise<number> => {
    const now = clock.now();
    const before = await store.changeFailures(key, (failed) =>
      waitMs(failed, now, free) > 0 ? failed : addFailure(failed, now),
    );
    return waitMs(before, now, free);
  };

  const remove = async (counters: readonly Counter[]): Promise<void> => {
    for (const { key } of counters) await store.changeFailures(key, removeFailure);
  };

  /**
   * Adds a failure to every counter, or to none if one has a wait. Returns that wait. An attempt that has to wait writes nothing:
   * else further guesses would displace the failures that are stored.
   */
  const addToAll = async (counters: readonly Counter[]): Promise<number> => {
    const waiting = await longestWait(counters);
    if (waiting > 0) return waiting;
    for (const [at, counter] of counters.entries()) {
      const wait = await add(counter);
      if (wait === 0) continue;
      await remove(counters.slice(0, at));
      return wait;
    }
    return 0;
  };

  return { read, longestWait, addToAll, remove };
};

/** Creates the throttle over a store. */
export const signInThrottle = (deps: Deps): SignInThrottle => {
  const { store, clock } = deps;
  const { read, longestWait, addToAll, remove } = counting(deps);

  const isKnownAddress = async (attempt: SignInAttempt): Promise<boolean> =>
    isKnown(await read(keysOf(deps, attempt).known), clock.now());

  return {
    waitMs: async (attempt) => longestWait(countersOf(deps, attempt, await isKnownAddress(attempt))),
    count: async (attempt) => {
      const known = await isKnownAddress(attempt);
      const counters = countersOf(deps, attempt, known);
      return { waitMs: await addToAll(counters), isKnown: known, undo: () => remove(counters) };
    },
    forgive: async (attempt) => {
      const now = clock.now();
      const keys = keysOf(deps, attempt);
      await store.changeFailures(keys.pair, (failed) => forgiveFailures(failed, now));
      return isKnown(await store.changeFailures(keys.known, (known) => markKnown(known, now)), now);
    },
  };
};
