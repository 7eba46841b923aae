// Why a sign-in failed.

/** The credentials are wrong, or the address must wait `retryAfterMs` milliseconds before its next attempt. */
export type SignInFailure =
  { readonly kind: 'wrong_credentials' } | { readonly kind: 'throttled'; readonly retryAfterMs: number };
