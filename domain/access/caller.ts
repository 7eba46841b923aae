// Who is calling: four ways to be let in, tried in the specification's order; the first that matches decides.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Device } from '../devices/device.js';
import { isLoopback, parseAddress, type Address } from './address.js';
import type { Credentials } from './credentials.js';
import type { AccessPolicy } from './access-policy.js';

/** Somebody who is let in, and by what. */
export type Caller =
  | { readonly kind: 'loopback' }
  | { readonly kind: 'device'; readonly device: Device }
  | { readonly kind: 'legacy'; readonly username: string }
  | { readonly kind: 'lan'; readonly label: string };

/** A device that is known but not let in: its token is revoked, or used from another address than its own. */
export interface RefusedDevice {
  readonly kind: 'refused';
  readonly device: Device;
  readonly reason: 'revoked_token' | 'wrong_address';
}

/** Nobody that is known: nothing was shown, or a token that nobody owns, or a legacy header that isn't accepted. */
export interface UnknownCaller {
  readonly kind: 'stranger';
  readonly reason: 'no_token' | 'unknown_token' | 'legacy_refused';
}

/** Why a caller isn't let in. */
export type RefusalReason = (RefusedDevice | UnknownCaller)['reason'];

/** What is known of a caller before anything is decided. */
export interface CallOrigin {
  readonly address: Address;
  /** A forwarding header is there: the call was passed on by a proxy and isn't the host's own. */
  readonly forwarded: boolean;
  readonly credentials: Credentials;
}

/** Who calls, or why that isn't somebody who is let in. */
export type Resolution = E.Either<RefusedDevice | UnknownCaller, Caller>;

/** One of the ways in; `none` where a call doesn't try it. */
type WayIn = (origin: CallOrigin, enforcement: AccessPolicy) => O.Option<Resolution>;

const admitted = (caller: Caller): Resolution => E.right(caller);
const triedInVain = (reason: UnknownCaller['reason']): Resolution => E.left({ kind: 'stranger', reason });

/** The device that a call's first known token belongs to. */
export const deviceOf = ({ credentials }: CallOrigin, { deviceOf }: AccessPolicy): O.Option<Device> =>
  credentials.tokens.reduce<O.Option<Device>>((found, token) => (O.isSome(found) ? found : deviceOf(token)), O.none);

const isItsAddress = ({ fixedAddress }: Device, address: Address): boolean =>
  fixedAddress === null ||
  pipe(
    parseAddress(fixedAddress),
    O.exists(({ text }) => text === address.text),
  );

const refusalOf = (device: Device, address: Address): RefusedDevice['reason'] | undefined => {
  if (device.state === 'revoked') return 'revoked_token';
  return isItsAddress(device, address) ? undefined : 'wrong_address';
};

const asDevice = (device: Device, address: Address): Resolution => {
  const reason = refusalOf(device, address);
  return reason === undefined ? admitted({ kind: 'device', device }) : E.left({ kind: 'refused', device, reason });
};

const hostItself: WayIn = ({ address, forwarded }) =>
  isLoopback(address) && !forwarded ? O.some(admitted({ kind: 'loopback' })) : O.none;

const deviceToken: WayIn = (origin, enforcement) =>
  pipe(
    deviceOf(origin, enforcement),
    O.map((device) => asDevice(device, origin.address)),
    O.alt(() => (origin.credentials.tokens.length > 0 ? O.some(triedInVain('unknown_token')) : O.none)),
  );

const legacyHeader: WayIn = ({ credentials, address }, { legacyUserOf, isLegacyHeader: namesApp }) =>
  pipe(
    legacyUserOf(credentials.basic, address),
    O.map((username) => admitted({ kind: 'legacy', username })),
    O.alt(() => (namesApp(credentials.basic) ? O.some(triedInVain('legacy_refused')) : O.none)),
  );

const lanAddress: WayIn = ({ address }, { lanLabelOf }) =>
  pipe(
    lanLabelOf(address),
    O.map((label) => admitted({ kind: 'lan', label })),
  );

/** Caller check order (part 5 of the specification): first match wins. */
const callerOrder: readonly WayIn[] = [hostItself, deviceToken, legacyHeader, lanAddress];

const isMatch = (resolution: Resolution): boolean => E.isRight(resolution) || resolution.left.kind === 'refused';

/** Resolves a caller. Where no way in matched, the last that was tried in vain is the reason. */
export const resolveCaller = (origin: CallOrigin, enforcement: AccessPolicy): Resolution => {
  let last = triedInVain('no_token');
  for (const wayIn of callerOrder) {
    const tried = wayIn(origin, enforcement);
    if (O.isSome(tried)) last = tried.value;
    if (isMatch(last)) return last;
  }
  return last;
};

/** A caller as the request log writes it (part 2 of the specification). A device that is refused keeps its name. */
export const callerName = (caller: Caller | RefusedDevice): string => {
  switch (caller.kind) {
    case 'loopback':
      return 'loopback';
    case 'device':
    case 'refused':
      return `device:${caller.device.name}`;
    case 'legacy':
      return `legacy:${caller.username}`;
    case 'lan':
      return `lan:${caller.label}`;
  }
};

/** Whose a call is: the host itself, a device by its id, or whoever calls from an address. */
export const identityOf = (caller: Caller | RefusedDevice | undefined, address: Address): string => {
  if (caller?.kind === 'loopback') return caller.kind;
  return caller?.kind === 'device' || caller?.kind === 'refused'
    ? `device:${caller.device.id}`
    : `address:${address.text}`;
};

/** The station a caller is pinned to, null for none. */
export const pinOf = (caller: Caller | RefusedDevice | undefined): string | null =>
  caller?.kind === 'device' ? caller.device.station : null;
