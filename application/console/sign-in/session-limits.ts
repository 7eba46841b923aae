// How long sessions last.
import type { Session } from '../../ports/console-store.js';
import type { SignInFailure } from './sign-in-failure.js';

/** How long sessions last, milliseconds. */
export interface SessionLimits {
  /** A session ends after this time without a request by a person (OPERATOR-8). */
  readonly idleMs: number;
  /** A session ends this long after it began, whatever happens in it (OPERATOR-8). */
  readonly lifetimeMs: number;
}

/** An hour without activity, and twelve hours in all. */
export const defaultSessionLimits: SessionLimits = { idleMs: 3_600_000, lifetimeMs: 12 * 3_600_000 };

/** Returns why a session has ended at a time; undefined while it lasts. */
export const sessionFailure = (
  { lastUsedAt, expiresAt }: Session,
  now: number,
  { idleMs }: SessionLimits,
): SignInFailure | undefined => {
  if (now >= expiresAt) return { kind: 'session_expired' };
  return now - lastUsedAt >= idleMs ? { kind: 'session_idle', idleMs } : undefined;
};
