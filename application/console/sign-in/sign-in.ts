// Signing in: passwords, sessions, and the patience that is lost with addresses that keep failing.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../../domain/access/address.js';
import type { Operator, OperatorRole, SignIn } from '../../../domain/console/operator.js';
import type { ConsoleServices } from '../console-services.js';
import type { NotSignedIn } from './not-signed-in.js';
import { passwordCheckCache } from './password-check-cache.js';
import { signInThrottle, type SignInThrottle } from './sign-in-throttle.js';

/** A session that was begun. */
export interface NewSession extends OperatorRole {
  /** What the browser shows from now on; only its hash is kept. */
  readonly key: string;
  readonly lastsMs: number;
}

/** The ways of being let in. Every promise rejects only when the store fails. */
export interface SignIns {
  /** Lets an operator in for one call. */
  readonly check: (shown: SignIn, from: Address) => Promise<E.Either<NotSignedIn, OperatorRole>>;
  /** Begins a session. */
  readonly begin: (shown: SignIn, from: Address) => Promise<E.Either<NotSignedIn, NewSession>>;
  /** Who a session's key belongs to. */
  readonly of: (key: string) => Promise<E.Either<NotSignedIn, OperatorRole>>;
  readonly end: (key: string) => Promise<void>;
}

/** How long a session lasts, milliseconds. */
export const sessionMs = 12 * 3_600_000;

/** So often an operator is signed in at the same time; whoever signs in once more ends the oldest session. */
export const mostSessions = 32;

const unknown: NotSignedIn = { kind: 'unknown' };
const slowed = (retryAfterMs: number): NotSignedIn => ({ kind: 'slowed', retryAfterMs });

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'secrets' | 'passwords' | 'hashSecret' | 'log'>;

/** Checks passwords, slowly, and counts the attempts. */
const verifier = ({ passwords, secrets }: Ports, failures: SignInThrottle) => {
  /** Takes the place of an unknown operator's, so that one is refused no faster than a wrong password. */
  const nobodys = passwords.hash(secrets.password());

  const matches = async (operator: Operator | undefined, { password }: SignIn): Promise<boolean> =>
    (await passwords.matches(password, operator?.password ?? (await nobodys))) && operator !== undefined;

  /** An attempt counts as failed until it is known to be right: guesses that come all at once are slowed down too. */
  return async (
    operator: Operator | undefined,
    shown: SignIn,
    from: Address,
  ): Promise<E.Either<NotSignedIn, Operator>> => {
    const retryAfterMs = await failures.attempt(from);
    if (retryAfterMs > 0) return E.left(slowed(retryAfterMs));
    if (!(await matches(operator, shown)) || operator === undefined) return E.left(unknown);
    await failures.takeBack(from);
    return E.right(operator);
  };
};

/** Signing in over a store. What is remembered of passwords lately checked is in memory alone. */
export const signIns = (ports: Ports): SignIns => {
  const { store, clock, secrets, hashSecret, log } = ports;
  const failures = signInThrottle(ports);
  const known = passwordCheckCache(ports);
  const verify = verifier(ports, failures);

  const check: SignIns['check'] = async (shown, from) => {
    const operator = await store.operator(shown.username);
    const retryAfterMs = await failures.waitMs(from);
    if (retryAfterMs > 0) return E.left(slowed(retryAfterMs));
    const verified = await known.orElse(operator, shown, () => verify(operator, shown, from));
    if (E.isLeft(verified)) {
      // The name stays out of the log: now and then it is a password in the wrong field.
      if (verified.left.kind === 'unknown') log.warn('a sign-in was refused', { address: from.text });
      return verified;
    }
    await failures.forgive(from);
    return verified;
  };

  const begin: SignIns['begin'] = async (shown, from) => {
    const checked = await check(shown, from);
    if (E.isLeft(checked)) return checked;
    const key = secrets.sessionKey();
    const { username, role } = checked.right;
    await store.removeSessionsExpiredBy(clock.now());
    const session = { keyHash: hashSecret(key), username, expiresAt: clock.now() + sessionMs };
    await store.addSession(session, mostSessions);
    return E.right({ username, role, key, lastsMs: sessionMs });
  };

  return {
    check,
    begin,
    of: async (key) => {
      const session = await store.session(hashSecret(key));
      if (session === undefined || session.expiresAt <= clock.now()) return E.left(unknown);
      return E.fromNullable(unknown)(await store.operator(session.username));
    },
    end: (key) => store.removeSession(hashSecret(key)),
  };
};
