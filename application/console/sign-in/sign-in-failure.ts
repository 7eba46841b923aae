// Why a sign-in failed.

/**
 * The credentials are wrong; or the next attempt must wait `retryAfterMs` milliseconds, because too many have failed, or
 * because too many passwords are being checked.
 */
export type SignInFailure =
  | { readonly kind: 'wrong_credentials' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'busy'; readonly retryAfterMs: number };
