// Checks API tokens, throttles attempts with unknown ones, and stores when and where each was last used.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../../domain/access/address.js';
import { apiTokenCaller, apiTokenState, type ApiToken } from '../../../domain/console/api-token.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import { minuteMs } from '../../../domain/time-units.js';
import { signedIn } from '../../audit/sign-in-events.js';
import { StoreFull } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { refusedSignIns } from './refused-sign-ins.js';
import type { SignInFailure } from './sign-in-failure.js';
import { signInThrottle } from './sign-in-throttle.js';

/**
 * Returns the program that a token stands for. Rejects only when the store fails. A recheck of an open stream counts no failed
 * sign-in: its token was accepted before.
 */
export type CheckApiToken = (
  token: string,
  from: Address,
  isRecheck: boolean,
) => Promise<E.Either<SignInFailure, OperatorRoles>>;

/** The last use is stored at most this often for each address, and the address is looked up among the known ones. */
const storeUseEveryMs = minuteMs;

/** The most pairs of a token and an address whose last check is remembered. */
const maxRemembered = 1_000;

const method = 'api-token';

/** Remembers for a minute which token was accepted from which address. Whether it was revoked is read every time. */
const recentUses = ({ clock }: Pick<ConsoleServices, 'clock'>) => {
  const times = new Map<string, number>();
  return {
    isRecent: (key: string): boolean => {
      const time = times.get(key);
      return time !== undefined && Math.abs(clock.now() - time) < storeUseEveryMs;
    },
    remember: (key: string): void => {
      times.delete(key);
      times.set(key, clock.now());
      const oldest = times.keys().next().value;
      if (times.size > maxRemembered && oldest !== undefined) times.delete(oldest);
    },
  };
};

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'audit' | 'log'>;

/**
 * Creates the check. An unknown token counts as a failed sign-in of the network it comes from; where too many have failed,
 * the right token has to wait too, unless it was used from this address before (API-TOKEN-4).
 */
export const apiTokenCheck = (ports: Ports): { readonly check: CheckApiToken; readonly flush: () => void } => {
  const { store, clock, hashSecret, audit } = ports;
  const throttle = signInThrottle(ports);
  const refusals = refusedSignIns(ports);
  const recent = recentUses(ports);

  const refuse = (
    token: ApiToken | undefined,
    from: Address,
    failed: SignInFailure,
  ): E.Either<SignInFailure, never> => {
    refusals.record(token && apiTokenCaller(token), from, method, failed);
    return E.left(failed);
  };

  const unknown = async (token: string, from: Address): Promise<E.Either<SignInFailure, never>> => {
    const { waitMs: retryAfterMs } = await throttle.count({ username: token, from });
    return refuse(undefined, from, retryAfterMs > 0 ? { kind: 'throttled', retryAfterMs } : { kind: 'token_unknown' });
  };

  /** Stores a use, and records a sign-in from an address that isn't known yet. A full store refuses no call. */
  const storeUse = async (found: ApiToken, token: string, from: Address): Promise<void> => {
    try {
      const wasKnown = await throttle.forgive({ username: token, from });
      if (!wasKnown) audit.record(signedIn(apiTokenCaller(found).username, from, method));
      await store.useApiToken(found.id, { time: clock.now(), address: from.text });
    } catch (error) {
      if (!(error instanceof StoreFull)) throw error;
    }
  };

  return {
    check: async (token, from, isRecheck) => {
      const found = await store.apiToken(hashSecret(token));
      if (found === undefined) return isRecheck ? E.left({ kind: 'token_unknown' }) : unknown(token, from);
      const state = apiTokenState(found, clock.now());
      if (state !== 'active') return refuse(found, from, { kind: `token_${state}` });
      const key = `${found.id} ${from.text}`;
      if (!recent.isRecent(key)) {
        const retryAfterMs = await throttle.waitMs({ username: token, from });
        if (retryAfterMs > 0) return refuse(found, from, { kind: 'throttled', retryAfterMs });
        recent.remember(key);
        await storeUse(found, token, from);
      }
      return E.right(apiTokenCaller(found));
    },
    flush: refusals.flush,
  };
};
