// Signing in: passwords, sessions, and the patience that is lost with addresses that keep failing.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../domain/access/address.js';
import type { Operator, SignIn } from '../../domain/console/operator.js';
import type { ConsolePorts } from './ports.js';
import { brieflyKnown } from './briefly-known.js';
import { failureBook, type FailureBook } from './failure-book.js';

/** Why somebody isn't let in: unknown, or told to wait. */
export type NotSignedIn = { readonly kind: 'unknown' } | { readonly kind: 'slowed'; readonly retryAfterMs: number };

/** Who was let in. */
export interface Username {
  readonly username: string;
}

/** A session that was begun. */
export interface Begun extends Username {
  /** What the browser shows from now on; only its hash is kept. */
  readonly key: string;
  readonly lastsMs: number;
}

/** The ways of being let in. Every promise rejects only when the store fails. */
export interface SignIns {
  /** Lets an operator in for one call. */
  readonly check: (shown: SignIn, from: Address) => Promise<E.Either<NotSignedIn, Username>>;
  /** Begins a session. */
  readonly begin: (shown: SignIn, from: Address) => Promise<E.Either<NotSignedIn, Begun>>;
  /** Who a session's key belongs to. */
  readonly of: (key: string) => Promise<E.Either<NotSignedIn, Username>>;
  readonly end: (key: string) => Promise<void>;
}

/** How long a session lasts, milliseconds. */
export const sessionMs = 12 * 3_600_000;

const unknown: NotSignedIn = { kind: 'unknown' };

type Ports = Pick<ConsolePorts, 'store' | 'clock' | 'secrets' | 'passwords' | 'hashSecret' | 'log'>;

/** Checks passwords, slowly, and counts the attempts. */
const verifier = ({ passwords, secrets }: Ports, failures: FailureBook) => {
  /** Takes the place of an unknown operator's, so that one is refused no faster than a wrong password. */
  const nobodys = passwords.hash(secrets.password());

  const matches = async (operator: Operator | undefined, { password }: SignIn): Promise<boolean> =>
    (await passwords.matches(password, operator?.password ?? (await nobodys))) && operator !== undefined;

  /** An attempt counts as failed until it is known to be right: guesses that come all at once are slowed down too. */
  return async (operator: Operator | undefined, shown: SignIn, from: Address): Promise<boolean> => {
    failures.count(from);
    const right = await matches(operator, shown);
    if (right) failures.takeBack(from);
    return right;
  };
};

/** Signing in over a store. What is remembered of failures and of passwords lately checked is in memory alone. */
export const signIns = (ports: Ports): SignIns => {
  const { store, clock, secrets, hashSecret, log } = ports;
  const failures = failureBook(clock);
  const known = brieflyKnown(ports);
  const verify = verifier(ports, failures);

  const check: SignIns['check'] = async (shown, from) => {
    const operator = await store.operator(shown.username);
    // From here until the attempt is counted nothing is awaited, so no other slips through in between.
    const retryAfterMs = failures.waitMs(from);
    if (retryAfterMs > 0) return E.left({ kind: 'slowed', retryAfterMs });
    const right = await known.orElse(operator, shown, () => verify(operator, shown, from));
    if (!right) {
      // The name stays out of the log: now and then it is a password in the wrong field.
      log.warn('a sign-in was refused', { address: from.text });
      return E.left(unknown);
    }
    failures.forgive(from);
    return E.right({ username: shown.username });
  };

  const begin: SignIns['begin'] = async (shown, from) => {
    const checked = await check(shown, from);
    if (E.isLeft(checked)) return checked;
    const key = secrets.sessionKey();
    const { username } = checked.right;
    await store.removeSessionsExpiredBy(clock.now());
    await store.addSession({ keyHash: hashSecret(key), username, expiresAt: clock.now() + sessionMs });
    return E.right({ username, key, lastsMs: sessionMs });
  };

  return {
    check,
    begin,
    of: async (key) => {
      const session = await store.session(hashSecret(key));
      return session !== undefined && session.expiresAt > clock.now()
        ? E.right({ username: session.username })
        : E.left(unknown);
    },
    end: (key) => store.removeSession(hashSecret(key)),
  };
};
