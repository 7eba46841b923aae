// The port of the API reference.
import type { AccessPolicy } from '../../domain/access/access-policy.js';

/** The reference of the API, as whoever serves it writes it. */
export interface Reference {
  /** The machine-readable description of what a configuration has switched on. */
  readonly document: (enforcement: AccessPolicy) => string;
  /** The page that shows it to people. */
  readonly page: string;
}
