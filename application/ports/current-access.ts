// The port of the access policy in force.
import type { AccessPolicy } from '../../domain/access/access-policy.js';

/** Returns the access policy in force. */
export interface CurrentAccess {
  /** Returns an immutable policy; a new configuration replaces it as a whole. */
  readonly current: () => AccessPolicy;
}
