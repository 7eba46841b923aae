// The ports of second factors: one-time codes, and the encryption of their shared secrets.

/** One-time codes by time (RFC 6238): six digits, a new code every 30 seconds. */
export interface OneTimeCodes {
  /** Generates a shared secret of 160 bits, in base32. */
  readonly secret: () => string;
  /**
   * Returns the time step of a code, in periods of 30 s since 1970 UTC; `undefined` if the code is not that of the current,
   * the previous or the next step.
   */
  readonly stepOf: (secret: string, code: string, nowMs: number) => number | undefined;
  /** Returns the `otpauth:` address that authenticator apps read from a QR code. */
  readonly address: (secret: string, username: string) => string;
}

/** Encrypts secrets that the store keeps, so that a copy of the database alone doesn't reveal them. */
export interface SecretBox {
  readonly seal: (secret: string) => string;
  /** Returns the secret; `undefined` if it was sealed with another key or is damaged. */
  readonly open: (sealed: string) => string | undefined;
}
