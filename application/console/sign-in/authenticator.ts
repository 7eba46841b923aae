// Checks passwords and codes of second factors, and throttles attempts that keep failing.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../../domain/access/address.js';
import type { Operator, SignIn } from '../../../domain/console/operator.js';
import type { ConsoleServices } from '../console-services.js';
import { codeChecker, type CodePorts } from './code-checker.js';
import { passwordCheckCache } from './password-check-cache.js';
import type { SignInFailure } from './sign-in-failure.js';
import { signInThrottle, type SignInThrottle } from './sign-in-throttle.js';

/** An operator whose credentials are right, or why they are not accepted. */
export type CheckedOperator = Promise<E.Either<SignInFailure, Operator>>;

const wrongCredentials: SignInFailure = { kind: 'wrong_credentials' };
const wrong: E.Either<SignInFailure, Operator> = E.left(wrongCredentials);
const throttled = (retryAfterMs: number): SignInFailure => ({ kind: 'throttled', retryAfterMs });

/** The most passwords that are checked or wait for it; above the first, only of operators at known addresses. */
const maxChecks = { unknownAddress: 16, knownAddress: 32 } as const;

/** The credentials are not checked, as too many others are. */
const busy: SignInFailure = { kind: 'busy', retryAfterMs: 2_000 };

type Ports = CodePorts & Pick<ConsoleServices, 'secrets' | 'passwords'>;

/** Checks passwords, and counts the attempts. */
const verifier = ({ passwords, secrets }: Ports, throttle: SignInThrottle) => {
  /** Checked for an unknown operator, so that the response takes as long as for a wrong password. */
  const dummy = passwords.hash(secrets.password());

  let checks = 0;

  const matches = async (operator: Operator | undefined, { password }: SignIn): Promise<boolean> => {
    const hash = operator?.password ?? null;
    return (await passwords.matches(password, hash ?? (await dummy))) && hash !== null;
  };

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

/** Checks credentials. Every promise rejects only when the store fails. */
export interface Authenticator {
  /**
   * Checks a password, and calls `onVerified` if it was not found in the cache. The sign-in may not be complete then, so
   * earlier failures are not forgiven yet.
   */
  readonly checkPassword: (
    operator: Operator | undefined,
    credentials: SignIn,
    from: Address,
    onVerified: () => void,
  ) => CheckedOperator;
  /** Checks a code. It counts as a failed sign-in until it is right, so that guesses in parallel count too (SIGN-IN-5). */
  readonly checkCode: (operator: Operator, code: string, from: Address) => CheckedOperator;
  /** Forgives earlier failures after a complete sign-in. */
  readonly forgive: SignInThrottle['forgive'];
}

/** Creates the authenticator. Recent password checks are cached in memory only. */
export const authenticator = (ports: Ports): Authenticator => {
  const throttle = signInThrottle(ports);
  const cache = passwordCheckCache(ports);
  const verify = verifier(ports, throttle);
  const isRightCode = codeChecker(ports);
  return {
    checkPassword: async (operator, credentials, from, onVerified) => {
      const retryAfterMs = await throttle.waitMs({ username: credentials.username, from });
      if (retryAfterMs > 0) return E.left(throttled(retryAfterMs));
      return cache.getOrCheck(operator, credentials, async () => {
        const result = await verify(operator, credentials, from);
        if (E.isRight(result)) onVerified();
        return result;
      });
    },
    checkCode: async (operator, code, from) => {
      const { waitMs, undo } = await throttle.count({ username: operator.username, from });
      if (waitMs > 0) return E.left(throttled(waitMs));
      if (!(await isRightCode(operator, code))) return wrong;
      await undo();
      return E.right(operator);
    },
    forgive: throttle.forgive,
  };
};
