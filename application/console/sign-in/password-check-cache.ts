// Caches successful password checks, so that programs that send HTTP Basic with every call don't cost a slow check each time.
import * as E from 'fp-ts/lib/Either.js';
import type { Operator, SignIn } from '../../../domain/console/operator.js';
import type { ConsoleServices } from '../console-services.js';
import type { SignInFailure } from './sign-in-failure.js';

/** How long a successful check is valid, milliseconds. */
const validForMs = 60_000;

const maxEntries = 256;

type CheckResult = E.Either<SignInFailure, Operator>;

/** A cache of successful password checks. */
export interface PasswordCheckCache {
  /** Returns a cached result, or runs `check`. Identical checks at the same time run once. */
  readonly getOrCheck: (
    operator: Operator | undefined,
    credentials: SignIn,
    check: () => Promise<CheckResult>,
  ) => Promise<CheckResult>;
}

/** Creates the cache. Its keys are hashes that include the stored password hash, so a changed password misses the cache. */
export const passwordCheckCache = ({
  clock,
  secrets,
  hashSecret,
}: Pick<ConsoleServices, 'clock' | 'secrets' | 'hashSecret'>): PasswordCheckCache => {
  const pepper = secrets.sessionKey();
  const validUntil = new Map<string, number>();
  const running = new Map<string, Promise<CheckResult>>();

  const store = (key: string): void => {
    validUntil.delete(key);
    validUntil.set(key, clock.now() + validForMs);
    const oldest = validUntil.keys().next().value;
    if (validUntil.size > maxEntries && oldest !== undefined) validUntil.delete(oldest);
  };

  const checkOnce = (key: string, check: () => Promise<CheckResult>): Promise<CheckResult> => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const started = check().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };

  return {
    getOrCheck: async (operator, { username, password }, check) => {
      const key = hashSecret(JSON.stringify([pepper, username, password, operator?.password ?? null]));
      if (operator !== undefined && (validUntil.get(key) ?? 0) > clock.now()) return E.right(operator);
      const result = await checkOnce(key, check);
      if (E.isLeft(result) || operator === undefined) return result;
      store(key);
      // A check that began earlier has the operator's earlier roles.
      return E.right(operator);
    },
  };
};
