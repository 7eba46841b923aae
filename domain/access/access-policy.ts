// The access policy: an access configuration compiled for fast decisions.
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Device } from '../devices/device.js';
import { knownTokens, nextExpiry, type KnownToken } from '../devices/device-tokens.js';
import { visible } from '../codec/codec.js';
import { isLoopback, isPrivate, parseRange, type Address } from './address.js';
import { compileAddressTable, type ListedRange } from './address-table.js';
import {
  endOfEntry,
  isWholeLanLabel,
  wholeLanLabel,
  type AccessConfiguration,
  type AccessSettings,
} from './configuration.js';
import type { BasicCredentials } from './credentials.js';
import { legacyAuthorization, isLegacyHeader, type LegacySettings, type LegacyUserOf } from './legacy-authorization.js';
import type { OperationLimit } from './operation-limit.js';
import { isToken, type HashToken } from './token.js';

/** An access configuration, compiled. */
export interface AccessPolicy {
  readonly configuration: AccessConfiguration;
  /** Returns what is known of a token that belongs to a device on the list, as it was when the policy was compiled. */
  readonly tokenOf: (token: string) => O.Option<KnownToken>;
  /**
   * When the next token or listed entry expires, in milliseconds since 1970 UTC; then the policy must be compiled again
   * (TOKEN-12, LAN-13).
   */
  readonly nextExpiry: number;
  /** Whether an address is the host machine itself (ADDRESS-3, ADDRESS-9). */
  readonly isHost: (address: Address) => boolean;
  /** Returns the app username of a legacy header that is accepted from an address, or from anywhere. */
  readonly legacyUserOf: LegacyUserOf;
  /** Whether a Basic header is a legacy header, accepted or not. */
  readonly isLegacyHeader: (basic: O.Option<BasicCredentials>) => boolean;
  /** What is done with legacy headers: they are checked, legacy authorization is off, or the address has to wait. */
  readonly legacyHeaders: 'checked' | 'off' | 'slowed';
  /** Returns the entry that admits an address without a token; that of Whole LAN has a label only. */
  readonly lanEntryOf: (address: Address) => O.Option<LanEntry>;
  readonly limitOf: LimitOf;
  readonly hashToken: HashToken;
}

/** Returns what a device is limited to now, in the layout in force; undefined if it isn't limited to operations. */
export type LimitOf = (device: Device) => OperationLimit | undefined;

/** What admits an address without a token. */
export type LanEntry = Pick<ListedRange, 'label'> & Partial<Pick<ListedRange, 'entry'>>;

/** What a policy needs beside the configuration. */
export interface AccessPolicyDeps {
  readonly hashToken: HashToken;
  readonly legacySettings: LegacySettings;
  /** Whether loopback is the host machine itself. If not, it is an address like any other (ADDRESS-9). */
  readonly trustLoopback: boolean;
  /** Absent where there is no layout: devices with exact rights may call nothing then. */
  readonly limitOf?: LimitOf;
}

/** Whether a device has exact rights: it is limited to a panel or to operations. */
export const hasExactRights = ({ panel, operations }: Pick<Device, 'panel' | 'operations'>): boolean =>
  panel !== null || operations.length > 0;

const nothingIfLimited: LimitOf = (device) => (hasExactRights(device) ? [] : undefined);

/** The label in the request log. The address stands in for a stored label that would pass for Whole LAN (LAN-11). */
const shownLabel = ({ address, label }: AccessSettings['listedDevices'][number]): string =>
  isWholeLanLabel(label) ? address : visible(label);

const listedRange = (entry: AccessSettings['listedDevices'][number]): O.Option<ListedRange> =>
  pipe(
    parseRange(entry.address),
    O.map((range) => ({ range, label: shownLabel(entry), entry: entry.address })),
  );

/** Returns when the next listed entry ends after `now`; `Infinity` for never. */
const nextEndOfEntries = ({ listedDevices }: AccessSettings, now: number): number =>
  listedDevices
    .map(endOfEntry)
    .filter((end) => end > now)
    .reduce((one, other) => Math.min(one, other), Infinity);

/** Returns what admits an address without a token at a time, in milliseconds since 1970 UTC. */
export const lanEntries = (settings: AccessSettings, now: number): AccessPolicy['lanEntryOf'] => {
  switch (settings.accessWithoutToken) {
    case 'off':
      return () => O.none;
    case 'whole_lan':
      return (address) => (isPrivate(address) ? O.some({ label: wholeLanLabel }) : O.none);
    case 'listed': {
      const entryOf = compileAddressTable(
        RA.filterMap(listedRange)(settings.listedDevices.filter((entry) => endOfEntry(entry) > now)),
      );
      return (address) =>
        pipe(
          O.fromNullable(entryOf(address)),
          O.map(({ label, entry }) => ({ label, entry })),
        );
    }
  }
};

/** Compiles a configuration as it is at `now`, in milliseconds since 1970 UTC. Call it once per change, not per call. */
export const compileAccessPolicy = (deps: AccessPolicyDeps) => {
  const { hashToken, legacySettings, trustLoopback, limitOf = nothingIfLimited } = deps;
  const isHost = (address: Address): boolean => trustLoopback && isLoopback(address);
  const legacyUserOf = legacyAuthorization(
    hashToken,
    legacySettings,
    (address) => isPrivate(address) || isHost(address),
  );
  return (configuration: AccessConfiguration, now: number): AccessPolicy => {
    const tokens = knownTokens(configuration.devices, now);
    return {
      configuration,
      tokenOf: (token) => (isToken(token) ? O.fromNullable(tokens.get(hashToken(token))) : O.none),
      nextExpiry: Math.min(nextExpiry(configuration.devices, now), nextEndOfEntries(configuration.access, now)),
      isHost,
      legacyUserOf: configuration.access.legacyAuthorization ? legacyUserOf : () => O.none,
      isLegacyHeader: isLegacyHeader(legacySettings),
      legacyHeaders: configuration.access.legacyAuthorization ? 'checked' : 'off',
      lanEntryOf: lanEntries(configuration.access, now),
      limitOf,
      hashToken,
    };
  };
};
