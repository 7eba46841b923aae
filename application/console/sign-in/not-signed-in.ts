// Why a sign-in failed.

/** Either the credentials are unknown, or the address has to wait `retryAfterMs` milliseconds before it tries again. */
export type NotSignedIn = { readonly kind: 'unknown' } | { readonly kind: 'slowed'; readonly retryAfterMs: number };
