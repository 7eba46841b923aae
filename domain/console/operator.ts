// Operators of the console: their names, roles and password hashes.
import * as t from 'io-ts';
import { described, looseText, oneOf, refined, text, integer } from '../codec/codec.js';

/** A stored password: its hash and the parameters of the hash function. */
export const PasswordHash = t.readonly(
  t.type({
    method: oneOf('scrypt'),
    /** The scrypt parameters N (cost), r (block size) and p (parallelization). */
    cost: integer(2, 2 ** 20),
    blockSize: integer(1, 64),
    parallelization: integer(1, 64),
    /** Both base64. */
    salt: text(1, 128),
    hash: text(1, 256),
  }),
);
export type PasswordHash = t.TypeOf<typeof PasswordHash>;

/** The roles in ascending order: read; also change access, features and devices; everything (CONSOLE-16). */
const roles = ['viewer', 'operator', 'admin'] as const;
export const Role = oneOf(...roles);
export type Role = t.TypeOf<typeof Role>;

/** Whether a role includes the required one. */
export const isRoleSufficient = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);

/** An operator's name and role. */
export interface OperatorRole {
  readonly username: string;
  readonly role: Role;
}

/** A person who may sign in. */
export interface Operator extends OperatorRole {
  readonly password: PasswordHash;
}

/** A name to sign in with. HTTP Basic doesn't allow a colon in it. */
export const Username = refined(
  t.string,
  (name) => /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name),
  'a text of 1 to 64 letters, digits, dots, hyphens, underscores and @ that begins with a letter or digit',
);

/** A new password. */
export const Password = described(looseText(8, 1_024), { examples: ['a long passphrase'] });

/** The credentials of a sign-in. */
export const SignIn = t.readonly(t.type({ username: looseText(1, 64), password: looseText(1, 1_024) }));
export type SignIn = t.TypeOf<typeof SignIn>;

/** An operator without the password. */
export const OperatorOverview = t.readonly(t.type({ username: t.string, role: Role }), 'OperatorOverview');
export type OperatorOverview = t.TypeOf<typeof OperatorOverview>;

/** The author of changes that the console makes by itself. */
export const consoleItself: OperatorRole = { username: 'the console itself', role: 'admin' };

/** The operator of a newly installed console. */
export const firstOperator = 'admin';
