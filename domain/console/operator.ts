// The operators of the console: who may sign in, what each may do, and what is kept of their passwords.
import * as t from 'io-ts';
import { described, oneOf, refined, text, whole } from '../codec/codec.js';

/** What is kept of a password: never itself, but its hash and how that was made. */
export const PasswordHash = t.readonly(
  t.type({
    method: oneOf('scrypt'),
    /** Cost, block size and parallelization, as scrypt's authors call N, r and p. */
    cost: whole(2, 2 ** 20),
    blockSize: whole(1, 64),
    parallelization: whole(1, 64),
    /** Both base64. */
    salt: text(1, 128),
    hash: text(1, 256),
  }),
);
export type PasswordHash = t.TypeOf<typeof PasswordHash>;

/** What an operator may do, each role all that those before it may: read; change access, features and devices; all. */
const roles = ['viewer', 'operator', 'admin'] as const;
export const Role = oneOf(...roles);
export type Role = t.TypeOf<typeof Role>;

/** Whether a role is enough where another is needed. */
export const isEnough = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);

/** Who an operator is, and what they may do. */
export interface OperatorRole {
  readonly username: string;
  readonly role: Role;
}

/** Somebody who may sign in. */
export interface Operator extends OperatorRole {
  readonly password: PasswordHash;
}

/** A name to sign in with; HTTP Basic knows no colon in it. */
export const Username = refined(
  t.string,
  (name) => /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name),
  'a text of 1 to 64 letters, digits, dots, hyphens, underscores and @ that begins with a letter or digit',
);

/** A password that somebody chooses. */
export const Password = described(text(8, 1_024), { examples: ['a password of one’s own'] });

/** What is shown to sign in. */
export const SignIn = t.readonly(t.type({ username: text(1, 64), password: text(1, 1_024) }));
export type SignIn = t.TypeOf<typeof SignIn>;

/** Who is signed in, or who may: without anything of a password. */
export const OperatorOverview = t.readonly(t.type({ username: t.string, role: Role }), 'OperatorOverview');
export type OperatorOverview = t.TypeOf<typeof OperatorOverview>;

/** The operator of a console that was just set up. */
export const firstOperator = 'admin';
