// The second factor of an operator: one-time codes by time (RFC 6238), and recovery codes for when the device is lost.
import * as t from 'io-ts';
import { described, integer, listOf, refined, text } from '../codec/codec.js';

/** A second factor as it is stored. */
export const SecondFactor = t.readonly(
  t.type({
    /** The shared secret, encrypted. */
    sealedSecret: text(1, 512),
    /** The newest time step whose code was used. Codes of it and of earlier steps are not accepted again (SIGN-IN-3). */
    lastStep: integer(0, Number.MAX_SAFE_INTEGER),
    /** SHA-256 hashes of the recovery codes that are left. */
    recoveryHashes: listOf(t.string),
  }),
);
export type SecondFactor = t.TypeOf<typeof SecondFactor>;

/** A shared secret of 160 bits in base32, as authenticator apps take it. */
export const SharedSecret = described(
  refined(t.string, (secret) => /^[A-Z2-7]{32}$/.test(secret), 'a secret of 32 letters and digits in base32'),
  { examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] },
);

/** A code that an operator types, with spaces and hyphens: six digits, or a recovery code. */
export const SecondFactorCode = described(text(6, 64), { examples: ['123456'] });

/** Number of recovery codes. */
export const recoveryCodeCount = 10;

/** Base32 without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Generates a recovery code of 80 bits, in four groups. `pick(n)` returns a cryptographically random integer from 0 to
 * n - 1, uniformly distributed.
 */
export const generateRecoveryCode = (pick: (choices: number) => number): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet.charAt(pick(alphabet.length))).join(''),
  ).join('-');

/** Returns a typed code without spaces and hyphens, in upper case. */
export const normalizedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Whether a normalized code has the form of a one-time code; else it may be a recovery code. */
export const isOneTimeCode = (code: string): boolean => /^\d{6}$/.test(code);

/** By how many steps accepted codes can differ: a later one was used while the clock was ahead (CONSOLE-37). */
const acceptedSteps = 2;

/** Returns the factor after a code of a time step; `undefined` if that step or a later one was used already (SIGN-IN-3). */
export const withUsedStep = (factor: SecondFactor, step: number): SecondFactor | undefined =>
  step > factor.lastStep || factor.lastStep > step + acceptedSteps ? { ...factor, lastStep: step } : undefined;

/** Returns the factor without a recovery code; `undefined` if there is no such code, or no more (SIGN-IN-4). */
export const withoutRecoveryCode = (factor: SecondFactor, hash: string): SecondFactor | undefined =>
  factor.recoveryHashes.includes(hash)
    ? { ...factor, recoveryHashes: factor.recoveryHashes.filter((other) => other !== hash) }
    : undefined;
