// Who is calling: four ways to be let in, tried in the specification's order; the first that matches decides.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Device } from '../devices/device.js';
import { isLoopback, parseAddress, type Address } from './address.js';
import type { Credentials } from './credentials.js';
import type { Enforcement } from './enforcement.js';

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
}

/** What is known of a caller before anything is decided. */
export interface CallOrigin {
  readonly address: Address;
  /** A forwarding header is there: the call was passed on by a proxy and isn't the host's own. */
  readonly forwarded: boolean;
  readonly credentials: Credentials;
}

/** `none`: no match, the check goes on. */
type Resolution = O.Option<E.Either<RefusedDevice, Caller>>;
type Resolver = (origin: CallOrigin, enforcement: Enforcement) => Resolution;

const admitted = (caller: Caller): E.Either<RefusedDevice, Caller> => E.right(caller);

/** The device that a call's first known token belongs to. */
export const deviceOf = ({ credentials }: CallOrigin, { deviceOf }: Enforcement): O.Option<Device> =>
  credentials.tokens.reduce<O.Option<Device>>((found, token) => (O.isSome(found) ? found : deviceOf(token)), O.none);

const worksFrom = ({ fixedAddress }: Device, address: Address): boolean =>
  fixedAddress === null ||
  pipe(
    parseAddress(fixedAddress),
    O.exists(({ text }) => text === address.text),
  );

const hostItself: Resolver = ({ address, forwarded }) =>
  isLoopback(address) && !forwarded ? O.some(admitted({ kind: 'loopback' })) : O.none;

const deviceToken: Resolver = (origin, enforcement) =>
  pipe(
    deviceOf(origin, enforcement),
    O.map((device) =>
      device.state === 'active' && worksFrom(device, origin.address)
        ? admitted({ kind: 'device', device })
        : E.left({ kind: 'refused', device }),
    ),
  );

const legacyHeader: Resolver = ({ credentials, address }, { legacyUserOf }) =>
  pipe(
    legacyUserOf(credentials.basic, address),
    O.map((username) => admitted({ kind: 'legacy', username })),
  );

const lanAddress: Resolver = ({ address }, { lanLabelOf }) =>
  pipe(
    lanLabelOf(address),
    O.map((label) => admitted({ kind: 'lan', label })),
  );

/** Caller check order (part 5 of the specification): first match wins. */
const callerOrder: readonly Resolver[] = [hostItself, deviceToken, legacyHeader, lanAddress];

/** Resolves a caller; `none` when nothing matched. */
export const resolveCaller = (origin: CallOrigin, enforcement: Enforcement): Resolution => {
  for (const resolve of callerOrder) {
    const resolution = resolve(origin, enforcement);
    if (O.isSome(resolution)) return resolution;
  }
  return O.none;
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
