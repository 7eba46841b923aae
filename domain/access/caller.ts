// Resolves the caller of a call: four checks in a fixed order, of which the first match decides.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { visible } from '../codec/codec.js';
import type { Device } from '../devices/device.js';
import type { KnownToken, TokenState } from '../devices/device-tokens.js';
import { parseAddress, type Address } from './address.js';
import type { Credentials } from './credentials.js';
import type { AccessPolicy } from './access-policy.js';
import type { OperationLimit } from './operation-limit.js';

/** A device that is admitted by its token. */
export interface DeviceCaller {
  readonly kind: 'device';
  readonly device: Device;
  /** What it is limited to; absent if it isn't limited to operations. */
  readonly limit?: OperationLimit;
  /** Set if the call was made with a token that has been replaced. */
  readonly oldToken?: true;
}

/** An admitted caller, by how it was admitted. */
export type Caller =
  /** The host itself. `editor` is the name of an editor of the studio file who tries something there; absent for other calls. */
  | { readonly kind: 'loopback'; readonly editor?: string }
  | DeviceCaller
  | { readonly kind: 'legacy'; readonly username: string }
  /** `entry` is the listed address or range; absent for Whole LAN. */
  | { readonly kind: 'lan'; readonly label: string; readonly entry?: string };

/** A known device that isn't admitted: its token is revoked, has expired, or is used from another than its fixed address. */
export interface RefusedDevice {
  readonly kind: 'refused';
  readonly device: Device;
  readonly reason: 'revoked_token' | 'expired_token' | 'wrong_address';
}

/** A caller without credentials, with an unknown token, or with a legacy header that isn't accepted. */
export interface UnknownCaller {
  readonly kind: 'unknown';
  readonly reason: 'no_token' | 'unknown_token' | 'legacy_refused';
}

/** Why a caller isn't admitted. */
export type RefusalReason = (RefusedDevice | UnknownCaller)['reason'];

/** The facts that identify a caller. */
export interface CallOrigin {
  readonly address: Address;
  /** Whether a forwarding header is present: a proxy forwarded the call, so its address admits nobody (ADDRESS-6). */
  readonly forwarded: boolean;
  readonly credentials: Credentials;
  /** Who tries something as an editor of the studio file. No request from the network has one. */
  readonly editor?: string;
}

/** The admitted caller, or why the caller isn't admitted. */
export type Resolution = E.Either<RefusedDevice | UnknownCaller, Caller>;

/** One check; returns `none` where it doesn't apply to a call. */
type CallerCheck = (origin: CallOrigin, policy: AccessPolicy) => O.Option<Resolution>;

const admitted = (caller: Caller): Resolution => E.right(caller);
const unknown = (reason: UnknownCaller['reason']): Resolution => E.left({ kind: 'unknown', reason });

/** Returns a call's first known token (TOKEN-7). */
const knownTokenOf = ({ credentials }: CallOrigin, { tokenOf }: AccessPolicy): O.Option<KnownToken> => {
  for (const token of credentials.tokens) {
    const known = tokenOf(token);
    if (O.isSome(known)) return known;
  }
  return O.none;
};

const isFixedAddress = ({ fixedAddress }: Device, address: Address): boolean =>
  fixedAddress === null ||
  pipe(
    parseAddress(fixedAddress),
    O.exists(({ text }) => text === address.text),
  );

const refusalsByState: Readonly<Record<TokenState, RefusedDevice['reason'] | undefined>> = {
  active: undefined,
  revoked: 'revoked_token',
  expired: 'expired_token',
};

const refusalOf = ({ device, state }: KnownToken, address: Address): RefusedDevice['reason'] | undefined =>
  refusalsByState[state] ?? (isFixedAddress(device, address) ? undefined : 'wrong_address');

const resolveDevice = (token: KnownToken, { address }: CallOrigin, { limitOf }: AccessPolicy): Resolution => {
  const { device, isOld } = token;
  const reason = refusalOf(token, address);
  if (reason !== undefined) return E.left({ kind: 'refused', device, reason });
  const limit = limitOf(device);
  return admitted({ kind: 'device', device, ...(limit && { limit }), ...(isOld && { oldToken: true as const }) });
};

/**
 * Returns the device of a call whose token is active, or why it is refused, without regard to what the address admits; none
 * for a call without such a token (GUARD-20).
 */
export const resolveByActiveToken = (origin: CallOrigin, policy: AccessPolicy): O.Option<Resolution> =>
  pipe(
    knownTokenOf(origin, policy),
    O.filter(({ state }) => state === 'active'),
    O.map((token) => resolveDevice(token, origin, policy)),
  );

/** The address that may admit a caller; none for a forwarded call, whose address is the proxy's (ADDRESS-8). */
const admittingAddress = ({ address, forwarded }: CallOrigin): O.Option<Address> =>
  forwarded ? O.none : O.some(address);

const loopbackCheck: CallerCheck = (origin, { isHost }) => {
  const { editor } = origin;
  if (editor !== undefined) return O.some(admitted({ kind: 'loopback', editor }));
  const address = admittingAddress(origin);
  return O.isSome(address) && isHost(address.value) ? O.some(admitted({ kind: 'loopback' })) : O.none;
};

const tokenCheck: CallerCheck = (origin, policy) => {
  const token = knownTokenOf(origin, policy);
  if (O.isSome(token)) return O.some(resolveDevice(token.value, origin, policy));
  return origin.credentials.tokens.length > 0 ? O.some(unknown('unknown_token')) : O.none;
};

const legacyCheck: CallerCheck = (origin, { legacyUserOf, isLegacyHeader }) => {
  const { basic } = origin.credentials;
  const username = legacyUserOf(basic, admittingAddress(origin));
  if (O.isSome(username)) return O.some(admitted({ kind: 'legacy', username: username.value }));
  return isLegacyHeader(basic) ? O.some(unknown('legacy_refused')) : O.none;
};

const lanCheck: CallerCheck = (origin, { lanEntryOf }) => {
  const address = admittingAddress(origin);
  const entry = O.isSome(address) ? lanEntryOf(address.value) : O.none;
  return O.isSome(entry) ? O.some(admitted({ kind: 'lan', ...entry.value })) : O.none;
};

/** The order of the checks (AUTH-ORDER-1 to AUTH-ORDER-4). */
const checks: readonly CallerCheck[] = [loopbackCheck, tokenCheck, legacyCheck, lanCheck];

const isFinal = (resolution: Resolution): boolean => E.isRight(resolution) || resolution.left.kind === 'refused';

/** Resolves the caller of a call. When no check matches, the last one that failed gives the reason. */
export const resolveCaller = (origin: CallOrigin, policy: AccessPolicy): Resolution => {
  let last = unknown('no_token');
  for (const check of checks) {
    const result = check(origin, policy);
    if (O.isSome(result)) last = result.value;
    if (isFinal(last)) return last;
  }
  return last;
};

/** Returns a caller's name in the request log. A refused device keeps its name (LOG-3). */
export const callerName = (caller: Caller | RefusedDevice): string => {
  switch (caller.kind) {
    case 'loopback':
      return caller.editor ?? 'loopback';
    case 'device':
    case 'refused':
      return `device:${visible(caller.device.name)}`;
    case 'legacy':
      return `legacy:${caller.username}`;
    case 'lan':
      return `lan:${caller.label}`;
  }
};

/** Returns the identity that owns a call: the host itself, a device by its id, or an address. */
export const identityOf = (caller: Caller | RefusedDevice | undefined, address: Address): string => {
  if (caller?.kind === 'loopback') return caller.kind;
  return caller?.kind === 'device' || caller?.kind === 'refused'
    ? `device:${caller.device.id}`
    : `address:${address.text}`;
};

/** Returns what a caller is limited to; undefined if it isn't limited to operations. */
export const limitOf = (caller: Caller | RefusedDevice | undefined): OperationLimit | undefined =>
  caller?.kind === 'device' ? caller.limit : undefined;

/** Returns the station that a caller is pinned to, by itself or by the panel that it is limited to; null for none. */
export const pinOf = (caller: Caller | RefusedDevice | undefined): string | null => {
  if (caller?.kind !== 'device') return null;
  return caller.device.station ?? caller.limit?.find(({ station }) => station !== undefined)?.station ?? null;
};
