// The port of the API reference.
import type { AccessPolicy } from '../../domain/access/access-policy.js';

/** The reference of the API, as the adapter that serves the API generates it. */
export interface Reference {
  /** Returns the machine-readable description of what a policy has switched on. */
  readonly document: (policy: AccessPolicy) => string;
  /** Returns the same of the events. */
  readonly eventsDocument: (policy: AccessPolicy) => string;
  /** The page that shows the reference to people. */
  readonly page: string;
}
