// An access configuration made ready to judge calls: everything that can be worked out once is worked out here.
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Device } from '../devices/device.js';
import { isPrivate, parseRange, type Address } from './address.js';
import { compileAddressTable, type ListedRange } from './address-table.js';
import type { AccessConfiguration, AccessSettings } from './configuration.js';
import type { BasicCredentials } from './credentials.js';
import { legacyAuthorization, isLegacyHeader, type LegacySettings } from './legacy-authorization.js';
import { isToken, type HashToken } from './token.js';

/** The configuration in force, compiled. */
export interface AccessPolicy {
  readonly configuration: AccessConfiguration;
  /** The device on the list, active or revoked, whose token this is. */
  readonly deviceOf: (token: string) => O.Option<Device>;
  /** The app-type username that a legacy header lets in from an address. */
  readonly legacyUserOf: (basic: O.Option<BasicCredentials>, address: Address) => O.Option<string>;
  /** Whether a Basic header is meant as a legacy header, accepted or not. */
  readonly isLegacyHeader: (basic: O.Option<BasicCredentials>) => boolean;
  /** The label under which an address gets in without a token. */
  readonly lanLabelOf: (address: Address) => O.Option<string>;
}

/** What the technology around gives: the hash, and what the legacy door knows. */
export interface AccessPolicyDeps {
  readonly hashToken: HashToken;
  readonly legacyDoor: LegacySettings;
}

/** The label of everyone let in by Whole LAN. */
export const wholeLanLabel = 'whole-lan';

const listedRange = ({ address, label }: AccessSettings['listedDevices'][number]): O.Option<ListedRange> =>
  pipe(
    parseRange(address),
    O.map((range) => ({ range, label })),
  );

const lanLabels = (settings: AccessSettings): AccessPolicy['lanLabelOf'] => {
  switch (settings.accessWithoutToken) {
    case 'off':
      return () => O.none;
    case 'whole_lan':
      return (address) => (isPrivate(address) ? O.some(wholeLanLabel) : O.none);
    case 'listed': {
      const labelOf = compileAddressTable(RA.filterMap(listedRange)(settings.listedDevices));
      return (address) => O.fromNullable(labelOf(address));
    }
  }
};

/** Compiles a configuration. Done once per change, never per call. */
export const compileAccessPolicy = ({ hashToken, legacyDoor }: AccessPolicyDeps) => {
  const legacyUserOf = legacyAuthorization(hashToken, legacyDoor);
  return (configuration: AccessConfiguration): AccessPolicy => {
    const devices = new Map(configuration.devices.map((device) => [device.tokenHash, device]));
    return {
      configuration,
      deviceOf: (token) => (isToken(token) ? O.fromNullable(devices.get(hashToken(token))) : O.none),
      legacyUserOf: configuration.access.legacyAuthorization ? legacyUserOf : () => O.none,
      isLegacyHeader: isLegacyHeader(legacyDoor),
      lanLabelOf: lanLabels(configuration.access),
    };
  };
};
