// Why a sign-in failed, or a session doesn't continue.

/**
 * The credentials are wrong; or the next attempt must wait `retryAfterMs` milliseconds, because too many have failed, or
 * because too many passwords are being checked. Or the session has ended: `idleMs` milliseconds passed without a request
 * by a person, or it lasted as long as a session may. `code_required`: the password is right, and a code of the second
 * factor has to follow; `session_required`: the account may not use HTTP Basic, because of its second factor (SIGN-IN-6).
 * `password_change_required`: it may not use HTTP Basic before its operator has chosen a password (SIGN-IN-12).
 * An API token, or that of an invitation, is unknown; an API token has expired or was revoked.
 */
export type SignInFailure =
  | { readonly kind: 'wrong_credentials' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'session_idle'; readonly idleMs: number }
  | { readonly kind: 'session_expired' }
  | { readonly kind: 'code_required' }
  | { readonly kind: 'session_required' }
  | { readonly kind: 'password_change_required' }
  | { readonly kind: 'token_unknown' }
  | { readonly kind: 'token_expired' }
  | { readonly kind: 'token_revoked' };
