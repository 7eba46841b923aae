// Passwords lately found right, so that programs that sign in with every call don't cost a slow check each time.
import * as E from 'fp-ts/lib/Either.js';
import type { Operator, SignIn } from '../../../domain/console/operator.js';
import type { ConsoleServices } from '../console-services.js';
import type { NotSignedIn } from './not-signed-in.js';

/** How long a password counts as right without a new check, milliseconds. */
const knownForMs = 60_000;

const mostKnown = 256;

/** How a check ended: with the operator, or why not. */
type Checked = E.Either<NotSignedIn, Operator>;

/** Answers from memory, or by a check; equal checks under way at the same time are one. */
export interface PasswordCheckCache {
  readonly orElse: (operator: Operator | undefined, shown: SignIn, check: () => Promise<Checked>) => Promise<Checked>;
}

/** Nothing but a hash of what was shown is remembered, and it is bound to the hash kept of the password: a changed one is unknown. */
export const passwordCheckCache = ({
  clock,
  secrets,
  hashSecret,
}: Pick<ConsoleServices, 'clock' | 'secrets' | 'hashSecret'>): PasswordCheckCache => {
  const pepper = secrets.sessionKey();
  const knownUntil = new Map<string, number>();
  const underWay = new Map<string, Promise<Checked>>();

  const remember = (key: string): void => {
    knownUntil.delete(key);
    knownUntil.set(key, clock.now() + knownForMs);
    const oldest = knownUntil.keys().next().value;
    if (knownUntil.size > mostKnown && oldest !== undefined) knownUntil.delete(oldest);
  };

  const checkOnce = (key: string, check: () => Promise<Checked>): Promise<Checked> => {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const begun = check().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };

  return {
    orElse: async (operator, { username, password }, check) => {
      const key = hashSecret(JSON.stringify([pepper, username, password, operator?.password ?? null]));
      if (operator !== undefined && (knownUntil.get(key) ?? 0) > clock.now()) return E.right(operator);
      const checked = await checkOnce(key, check);
      if (E.isRight(checked)) remember(key);
      return checked;
    },
  };
};
