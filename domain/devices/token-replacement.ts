// Replaces the token of a device. The old token works for a while, so that the device is never without one.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { TokenHash } from '../access/token.js';
import { utcTime } from '../codec/utc-time.js';
import { failure, type Failure } from '../failure.js';
import { dayMs } from '../time-units.js';
import { findDevice, withDevice, type Device, type Devices, type OldToken } from './device.js';

/** How long an old token works by default, in milliseconds (TOKEN-16). */
export const defaultOverlapMs = dayMs;

/** The longest time that an old token may work, in milliseconds (TOKEN-16). */
export const maxOverlapMs = 30 * dayMs;

/** A new token for a device. */
export interface Replacement {
  readonly tokenHash: TokenHash;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** How long the old token works, in milliseconds; 0 ends it at once, whatever the clock of the service shows. */
  readonly overlapMs: number;
  /** The expiry of the new token, ISO 8601 in UTC; absent to keep the one of the device. */
  readonly expiresAt?: string | null | undefined;
}

const endOf = ({ expiresAt }: Device, { now, overlapMs }: Replacement): number =>
  Math.min(now + overlapMs, expiresAt === null ? Infinity : Date.parse(expiresAt));

const oldTokenOf = (device: Device, replacement: Replacement): OldToken => ({
  tokenHash: device.tokenHash,
  state: replacement.overlapMs === 0 ? 'revoked' : 'active',
  endsAt: utcTime(endOf(device, replacement)),
});

const replaced = (device: Device, replacement: Replacement): Device => {
  const { tokenHash, now, expiresAt = device.expiresAt } = replacement;
  return {
    ...device,
    tokenHash,
    expiresAt,
    issuedAt: utcTime(now),
    tokenNumber: device.tokenNumber + 1,
    oldToken: oldTokenOf(device, replacement),
  };
};

const revokedDevice = ({ name }: Device): Failure =>
  failure('conflict', `the device "${name}" is revoked; add a new device instead`);

const expiredAlready = (): Failure =>
  failure('conflict', 'the new token would have expired already; specify a later expiresAt, or null for none');

/**
 * Replaces the token of an active device. Its settings stay. A device has at most two valid tokens: the one before the
 * old one is unknown from now on (TOKEN-18). `conflict` if the device is revoked, or if the new token would be expired.
 */
export const replaceToken =
  (id: string, replacement: Replacement) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      findDevice(devices, id),
      E.filterOrElse(({ state }) => state === 'active', revokedDevice),
      E.map((device) => replaced(device, replacement)),
      E.filterOrElse(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > replacement.now, expiredAlready),
      E.map((device) => withDevice(devices, device)),
    );

/** Ends the old token of a device at once. Ending it twice changes nothing. `conflict` if the device has no old token. */
export const endOldToken =
  (id: string) =>
  (devices: Devices): E.Either<Failure, Devices> =>
    pipe(
      findDevice(devices, id),
      E.chain((device) =>
        device.oldToken === null
          ? E.left(failure('conflict', `the token of the device "${device.name}" was never replaced`))
          : E.right(withDevice(devices, { ...device, oldToken: { ...device.oldToken, state: 'revoked' } })),
      ),
    );
