// One-time codes by time, as authenticator apps show them: SHA-1, six digits, 30 seconds.
import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '../../application/ports/second-factors.js';

/** The name that authenticator apps show beside the account. */
const issuer = 'Studio Control';

const periodSeconds = 30;
const secretBytes = 20;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds });

/** Steps before and after the current one whose codes are accepted: clocks differ, and typing takes time. */
const window = 1;

/** One-time codes with secrets from the system's random source. */
export const oneTimeCodes: OneTimeCodes = {
  secret: () => new Secret({ size: secretBytes }).base32,
  stepOf: (secret, token, timestamp) => {
    const totp = totpOf(secret);
    const delta = totp.validate({ token, timestamp, window });
    return delta === null ? undefined : totp.counter({ timestamp }) + delta;
  },
  address: (secret, username) => totpOf(secret, username).toString(),
};
