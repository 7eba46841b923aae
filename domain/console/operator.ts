// The operators of the console: who may sign in, and what is kept of their passwords.
import * as t from 'io-ts';
import { oneOf, text, whole } from '../codec.js';

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

/** Somebody who may sign in. */
export interface Operator {
  readonly username: string;
  readonly password: PasswordHash;
}

/** What is shown to sign in. */
export const SignIn = t.readonly(t.type({ username: text(1, 64), password: text(1, 1_024) }));
export type SignIn = t.TypeOf<typeof SignIn>;

/** Who is signed in. */
export const SignedIn = t.readonly(t.type({ username: t.string }), 'SignedIn');

/** The operator of a console that was just set up. */
export const firstOperator = 'admin';
