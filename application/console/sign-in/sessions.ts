// The sessions of signed-in operators: how they begin, how long they last, and how they end.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../../domain/access/address.js';
import type { Operator } from '../../../domain/console/operator.js';
import { endsSessions } from '../../../domain/console/operators.js';
import { signedIn, signedOut, type SignInMethod } from '../../audit/sign-in-events.js';
import type { Session } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { sessionFailure } from './session-limits.js';
import type { SignInFailure } from './sign-in-failure.js';

/** The most sessions of one operator; a further one ends the oldest. */
export const maxSessions = 32;

/** Who signs in with what. */
export interface SessionClient {
  readonly from: Address;
  /** The browser in words. */
  readonly browser: string;
}

/** A new session. */
export interface NewSession {
  readonly operator: Operator;
  /** The secret that the browser sends from now on; only its hash is stored. */
  readonly key: string;
  readonly lastsMs: number;
}

/** A signed-in operator; `session` is undefined for HTTP Basic. */
export interface SignedIn {
  readonly operator: Operator;
  readonly session: Session | undefined;
}

/** A request by a person: from where, and how long ago the person did something, milliseconds. */
export interface PersonsRequest {
  readonly from: Address;
  readonly idleMs: number;
}

/** Begins, continues and ends sessions. Every promise rejects only when the store fails. */
export interface Sessions {
  /**
   * Begins a session of an operator whose sign-in has succeeded. `method` is written in the audit log. Fails if the account
   * was changed since it was read, so that the credentials may no longer be right (OPERATOR-5).
   */
  readonly begin: (
    operator: Operator,
    client: SessionClient,
    method: SignInMethod,
  ) => Promise<E.Either<SignInFailure, NewSession>>;
  /** Returns the operator of a session. `request` is undefined if no person made the request. */
  readonly resume: (
    key: string,
    request: PersonsRequest | undefined,
  ) => Promise<E.Either<SignInFailure, SignedIn & { readonly session: Session }>>;
  /** Ends a session, if there is one. */
  readonly end: (key: string, from: Address) => Promise<void>;
}

/** The last use is stored at most this often, milliseconds: a session may end this much too early. */
const storeUseEveryMs = 10_000;

const notSignedIn: SignInFailure = { kind: 'wrong_credentials' };

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'secrets' | 'hashSecret' | 'sessionLimits' | 'audit'>;

/** Creates the sessions over a store. */
export const sessions = ({ store, clock, secrets, hashSecret, sessionLimits, audit }: Ports): Sessions => {
  const storeUse = async (session: Session, { from, idleMs: agoMs }: PersonsRequest): Promise<void> => {
    const lastUsedAt = clock.now() - agoMs;
    if (lastUsedAt - session.lastUsedAt < storeUseEveryMs) return;
    await store.useSession(session.keyHash, { lastUsedAt, address: from.text });
  };

  const newSession = ({ username }: Operator, key: string, { from, browser }: SessionClient): Session => {
    const now = clock.now();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: now + sessionLimits.lifetimeMs };
    return { id: secrets.id(), keyHash: hashSecret(key), username, ...times, address: from.text, browser };
  };

  return {
    begin: async (operator, client, method) => {
      const key = secrets.sessionKey();
      await store.removeSessionsExpiredBy(clock.now());
      const session = newSession(operator, key, client);
      await store.addSession(session, maxSessions);
      // Changes from now on end the session; this finds those that came before it was added.
      const present = await store.operator(operator.username);
      if (present === undefined || endsSessions(operator, present)) {
        await store.removeSessions([session.keyHash]);
        return E.left(notSignedIn);
      }
      audit.record(signedIn(operator.username, client.from, method));
      return E.right({ operator: present, key, lastsMs: sessionLimits.lifetimeMs });
    },
    resume: async (key, request) => {
      const session = await store.session(hashSecret(key));
      if (session === undefined) return E.left(notSignedIn);
      const ended = sessionFailure(session, clock.now(), sessionLimits);
      if (ended !== undefined) return E.left(ended);
      const operator = await store.operator(session.username);
      if (operator === undefined || operator.disabled) return E.left(notSignedIn);
      if (request !== undefined) await storeUse(session, request);
      return E.right({ operator, session });
    },
    end: async (key, from) => {
      const keyHash = hashSecret(key);
      const session = await store.session(keyHash);
      await store.removeSessions([keyHash]);
      if (session !== undefined) audit.record(signedOut(session.username, from));
    },
  };
};
