// The port of the access policy in force.
import type { AccessPolicy } from '../../domain/access/access-policy.js';

/** The access configuration in force, compiled; swapped whole when a new one arrives. */
export interface CurrentAccess {
  readonly current: () => AccessPolicy;
}
