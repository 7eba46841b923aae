// The port for random values.

/** Generates values that can't be guessed. */
export interface Secrets {
  /** Returns a new id, unique in practice: 1 to 36 URL-safe characters. */
  readonly id: () => string;
  /** Returns a new device token (TOKEN-8). */
  readonly token: () => string;
}
