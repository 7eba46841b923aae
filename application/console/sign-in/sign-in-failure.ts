// Why a sign-in failed, or a session doesn't continue.

/**
 * The credentials are wrong; or the next attempt must wait `retryAfterMs` milliseconds, because too many have failed, or
 * because too many passwords are being checked. Or the session has ended: `idleMs` milliseconds passed without a request
 * by a person, or it lasted as long as a session may.
 */
export type SignInFailure =
  | { readonly kind: 'wrong_credentials' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'session_idle'; readonly idleMs: number }
  | { readonly kind: 'session_expired' };
