// Invitations: links with which new operators choose their own passwords.
import * as t from 'io-ts';
import { integer } from '../codec/codec.js';
import { dayMs } from '../time-units.js';

/** How long an invitation is valid, milliseconds (SIGN-IN-13). */
export const invitationMs = 3 * dayMs;

/** An invitation that was not accepted yet. */
export const Invitation = t.readonly(
  t.type({
    /** SHA-256 of the token in the link. */
    tokenHash: t.string,
    /** Milliseconds since 1970 UTC. */
    expiresAt: integer(0, Number.MAX_SAFE_INTEGER),
  }),
);
export type Invitation = t.TypeOf<typeof Invitation>;

/**
 * Returns an invitation that has ended. It isn't removed: nobody knows the password of an operator who hasn't accepted one, so
 * the operator doesn't count as an admin who can sign in.
 */
export const endedInvitation = (invitation: Invitation): Invitation => ({ ...invitation, expiresAt: 0 });
