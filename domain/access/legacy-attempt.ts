// Attempts to sign in with the legacy password, from addresses where it has to be right.
import * as O from 'fp-ts/lib/Option.js';
import type { AccessPolicy } from './access-policy.js';
import type { Caller, CallOrigin, RefusedDevice } from './caller.js';
import { externalApp } from './legacy-authorization.js';

/** What became of the legacy header of a call; `none` if there was none whose password mattered. */
export type LegacyAttempt = 'none' | 'failed' | 'succeeded';

/** Whether a policy admits legacy apps from an address whatever password they send: there is nothing to guess. */
const needsNoPassword = ({ legacyUserOf }: AccessPolicy, { address, forwarded }: CallOrigin): boolean =>
  !forwarded && O.isSome(legacyUserOf(O.some({ username: externalApp, password: '' }), O.some(address)));

/** Whether an earlier check decided: the host itself, and devices, don't sign in with their legacy headers. */
const isDecidedBefore = (caller: Caller | RefusedDevice | undefined): boolean =>
  caller?.kind === 'loopback' || caller?.kind === 'device' || caller?.kind === 'refused';

/**
 * Returns what became of a call's legacy header, given its resolved caller. A header from a private address is no
 * attempt, because nothing can be guessed there (LEGACY-AUTH-14).
 */
export const legacyAttemptOf = (
  policy: AccessPolicy,
  origin: CallOrigin,
  caller: Caller | RefusedDevice | undefined,
): LegacyAttempt => {
  const isOn = policy.configuration.access.legacyAuthorization;
  if (!isOn || !policy.isLegacyHeader(origin.credentials.basic)) return 'none';
  if (isDecidedBefore(caller) || needsNoPassword(policy, origin)) return 'none';
  return caller?.kind === 'legacy' ? 'succeeded' : 'failed';
};

/** Returns a policy that accepts no legacy header, for an address that has to wait; the other checks are unchanged. */
export const withoutLegacyCallers = (policy: AccessPolicy): AccessPolicy => ({
  ...policy,
  legacyUserOf: () => O.none,
  legacyHeaders: 'slowed',
});
