// The events of sign-ins at the console, as the audit log records them.
import type { Address } from '../../domain/access/address.js';
import { isApiTokenCaller } from '../../domain/console/api-token.js';
import type { AuditEvent } from '../ports/audit.js';

/** How somebody signs in, such as `session` or `basic`. */
export type SignInMethod = string;

/** Returns the name of an operator, or of a program with an API token, as the audit log writes it. */
export const operatorCaller = (username: string): string =>
  isApiTokenCaller({ username }) ? username : `operator:${username}`;

/** An operator has signed in. */
export const signedIn = (username: string, from: Address, method: SignInMethod): AuditEvent => ({
  kind: 'sign-in',
  caller: operatorCaller(username),
  address: from.text,
  operation: method,
});

/**
 * Somebody failed to sign in; use it with `recordRefusal`. `username` must be that of an existing operator, else null: what
 * was entered as a name is sometimes a password.
 */
export const signInFailed = (
  username: string | null,
  from: Address,
  method: SignInMethod,
  error: string,
): AuditEvent => ({
  kind: 'sign-in.failed',
  caller: username === null ? null : operatorCaller(username),
  address: from.text,
  operation: method,
  error,
});

/** An operator has signed out. */
export const signedOut = (username: string, from: Address): AuditEvent => ({
  kind: 'sign-out',
  caller: operatorCaller(username),
  address: from.text,
});
