// Signing in: password checks, and throttling of attempts that keep failing.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../../domain/access/address.js';
import type { Operator, OperatorRoles, SignIn } from '../../../domain/console/operator.js';
import { coalescer, type EventCount } from '../../audit/coalescer.js';
import { signedIn, signInFailed, type SignInMethod } from '../../audit/sign-in-events.js';
import type { ConsoleServices } from '../console-services.js';
import type { SignInFailure } from './sign-in-failure.js';
import { passwordCheckCache } from './password-check-cache.js';
import type { NewSession, SessionClient, Sessions } from './sessions.js';
import { signInThrottle, type SignInThrottle } from './sign-in-throttle.js';

/** Authenticates operators. Every promise rejects only when the store fails. */
export interface SignIns {
  /** Checks credentials for one call. `method` is written in the audit log; default `basic`. */
  readonly check: (
    credentials: SignIn,
    from: Address,
    method?: SignInMethod,
  ) => Promise<E.Either<SignInFailure, OperatorRoles>>;
  /** Checks credentials and begins a session. */
  readonly begin: (credentials: SignIn, client: SessionClient) => Promise<E.Either<SignInFailure, NewSession>>;
  /** Logs the refused sign-ins that were counted so far. */
  readonly flush: () => void;
}

const wrongCredentials: SignInFailure = { kind: 'wrong_credentials' };
const wrong: E.Either<SignInFailure, Operator> = E.left(wrongCredentials);
const throttled = (retryAfterMs: number): SignInFailure => ({ kind: 'throttled', retryAfterMs });

/** The most passwords that are checked or wait for it; above the first, only of operators at known addresses. */
const maxChecks = { unknownAddress: 16, knownAddress: 32 } as const;

/** The credentials are not checked, as too many others are. */
const busy: SignInFailure = { kind: 'busy', retryAfterMs: 2_000 };

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'secrets' | 'passwords' | 'hashSecret' | 'log' | 'audit'>;

/** Checks passwords, and counts the attempts. */
const verifier = ({ passwords, secrets }: Ports, throttle: SignInThrottle) => {
  /** Checked for an unknown operator, so that the response takes as long as for a wrong password. */
  const dummy = passwords.hash(secrets.password());

  let checks = 0;

  const matches = async (operator: Operator | undefined, { password }: SignIn): Promise<boolean> =>
    (await passwords.matches(password, operator?.password ?? (await dummy))) && operator !== undefined;

  const checked = async (
    operator: Operator | undefined,
    credentials: SignIn,
  ): Promise<E.Either<SignInFailure, Operator>> => {
    checks += 1;
    try {
      return (await matches(operator, credentials)) ? E.fromNullable(wrongCredentials)(operator) : wrong;
    } finally {
      checks -= 1;
    }
  };

  /** Counts an attempt as failed until it has succeeded, so that parallel guesses are throttled too. */
  return async (
    operator: Operator | undefined,
    credentials: SignIn,
    from: Address,
  ): Promise<E.Either<SignInFailure, Operator>> => {
    const { waitMs, isKnown, undo } = await throttle.count({ username: credentials.username, from });
    if (waitMs > 0) return E.left(throttled(waitMs));
    const isBusy = checks >= (isKnown ? maxChecks.knownAddress : maxChecks.unknownAddress);
    const result = isBusy ? E.left(busy) : await checked(operator, credentials);
    if (isBusy || E.isRight(result)) await undo();
    return result;
  };
};

/** How long refused sign-ins of one address are counted before the count is logged, in milliseconds. */
const countingMs = 60_000;

/** The most addresses that are distinguished within that time. */
const maxAddresses = 32;

const countFields = ({ count, since }: EventCount) => ({ count, since: new Date(since).toISOString() });

/** Logs the first refused sign-in of an address at once, and counts further ones. */
const refusalLog = ({ clock, log }: Pick<Ports, 'clock' | 'log'>) =>
  coalescer<string>({
    clock,
    intervalMs: countingMs,
    maxKeys: maxAddresses,
    // The name is not logged: sometimes it is a password typed into the wrong field.
    onFirst: (address) => {
      log.warn('a sign-in was refused', { address });
    },
    onRepeated: (address, counted) => {
      log.warn('more sign-ins were refused', { address, ...countFields(counted) });
    },
    onOthers: (counted) => {
      log.warn('sign-ins from further addresses were refused', countFields(counted));
    },
  });

type CheckedOperator = Promise<E.Either<SignInFailure, Operator>>;

/** Checks credentials unless the attempt must wait. Recent checks are cached in memory only. */
const authenticator = (ports: Ports) => {
  const throttle = signInThrottle(ports);
  const cache = passwordCheckCache(ports);
  const verify = verifier(ports, throttle);

  /** Calls `onVerified` when the password was really checked, and was right. */
  return async (
    operator: Operator | undefined,
    credentials: SignIn,
    from: Address,
    onVerified: () => void,
  ): CheckedOperator => {
    const attempt = { username: credentials.username, from };
    const retryAfterMs = await throttle.waitMs(attempt);
    if (retryAfterMs > 0) return E.left(throttled(retryAfterMs));
    const verified = await cache.getOrCheck(operator, credentials, async () => {
      const result = await verify(operator, credentials, from);
      if (E.isRight(result)) onVerified();
      return result;
    });
    if (E.isRight(verified)) await throttle.forgive(attempt);
    return verified;
  };
};

/** Records failed sign-ins in the log and in the audit log. */
const failureRecorder = (ports: Ports) => {
  const refused = refusalLog(ports);
  return {
    flush: refused.flush,
    record: (operator: Operator | undefined, from: Address, method: SignInMethod, { kind }: SignInFailure): void => {
      if (kind === 'wrong_credentials') refused.record(from.text, from.text);
      ports.audit.recordRefusal(signInFailed(operator?.username ?? null, from, method, kind));
    },
  };
};

/** Creates the sign-ins over a store. */
export const signIns = (ports: Ports, sessions: Sessions): SignIns => {
  const { store, audit } = ports;
  const authenticate = authenticator(ports);
  const failures = failureRecorder(ports);

  const check = async (
    credentials: SignIn,
    from: Address,
    method: SignInMethod,
    onVerified: () => void,
  ): CheckedOperator => {
    const operator = await store.operator(credentials.username);
    // A disabled account is treated like an unknown one.
    const enabled = operator?.disabled === true ? undefined : operator;
    const checked = await authenticate(enabled, credentials, from, onVerified);
    if (E.isLeft(checked)) failures.record(operator, from, method, checked.left);
    return checked;
  };

  return {
    check: (credentials, from, method = 'basic') =>
      check(credentials, from, method, () => {
        audit.record(signedIn(credentials.username, from, method));
      }),
    begin: async (credentials, client) => {
      const checked = await check(credentials, client.from, 'session', () => undefined);
      return E.isLeft(checked) ? checked : E.right(await sessions.begin(checked.right, client, 'session'));
    },
    flush: failures.flush,
  };
};
