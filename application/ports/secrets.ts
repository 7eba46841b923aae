// The port for unguessable values.

/** Unguessable values. */
export interface Secrets {
  /** A fresh id, unique for all practical purposes: 1 to 36 URL-safe characters. */
  readonly id: () => string;
  /** A fresh device token (part 8 of the specification). */
  readonly token: () => string;
}
