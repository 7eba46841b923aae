// Values that tests of the domain share.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseAddress, parseRange, type Address, type AddressRange } from '../../domain/access/address.js';
import type { BrowserHeaders } from '../../domain/access/browser-guard.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import type { LegacySettings } from '../../domain/access/legacy-authorization.js';
import type { TokenHash } from '../../domain/access/token.js';
import type { Device } from '../../domain/devices/device.js';
import { suggestionOf, type Failure } from '../../domain/failure.js';

const orThrow = <A>(value: O.Option<A>, text: string): A => {
  if (O.isNone(value)) throw new Error(`${text} can't be parsed`);
  return value.value;
};

export const address = (text: string): Address => orThrow(parseAddress(text), text);
export const range = (text: string): AddressRange => orThrow(parseRange(text), text);

/** Returns the right value, or throws an error that shows the left one. */
export const rightOf = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** Returns the nearest name to a reference that no record has; undefined if there is none. */
export const nearestIn = (found: E.Either<Failure, unknown>): string | undefined =>
  E.isLeft(found) ? suggestionOf(found.left)?.nearest() : undefined;

export const hashToken = (token: string): TokenHash => createHash('sha256').update(token).digest('hex') as TokenHash;

export { base64 } from '../support/http-basic.js';

/** A valid token, a different one for each digit. */
export const token = (digit: number): string => `svc_${String(digit).repeat(32)}`;

/** An active device without any restriction; its token is `token(1)`. */
export const panel: Device = {
  id: 'panel',
  name: 'Panel',
  access: 'read_and_control',
  station: null,
  fixedAddress: null,
  panel: null,
  operations: [],
  features: [],
  state: 'active',
  expiresAt: null,
  tokenHash: hashToken(token(1)),
  issuedAt: null,
  tokenNumber: 1,
  oldToken: null,
};

/** Noon of 1 March 2021, UTC, in milliseconds since 1970. */
export const noon = Date.UTC(2021, 2, 1, 12);

export const configuration = (changes: Partial<AccessConfiguration> = {}): AccessConfiguration => ({
  ...defaultConfiguration('studio-1'),
  ...changes,
});

export const access = (changes: Partial<AccessConfiguration['access']>): AccessConfiguration['access'] => ({
  ...defaultConfiguration('studio-1').access,
  ...changes,
});

export const legacySettings: LegacySettings = {
  serverId: 'server-1',
  studioId: 'studio-1',
  appUsernames: ['EXTERNAL_APP', 'OUTPUT_PLAYER'],
};

/** A program's request, without a browser's headers. */
export const noBrowser: BrowserHeaders = {
  scheme: 'http',
  host: undefined,
  origin: undefined,
  referer: undefined,
  userAgent: undefined,
  secFetchSite: undefined,
  secFetch: false,
  corsModeOnly: false,
  isSpeculative: false,
};
