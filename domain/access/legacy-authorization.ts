// Legacy authorization: HTTP Basic with an app username, valid on legacy routes only.
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Address } from './address.js';
import type { BasicCredentials } from './credentials.js';
import type { HashToken } from './token.js';

/** The username of external programs. */
export const externalApp = 'EXTERNAL_APP';

/** The app usernames known without configuration, case-sensitive (LEGACY-AUTH-10). */
export const knownAppUsernames = [externalApp, 'OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY'] as const;

/** The secrets and app usernames of one service. */
export interface LegacySettings {
  readonly serverId: string;
  readonly studioId: string;
  readonly appUsernames: readonly string[];
}

/** Compiles the test whether a Basic header is a legacy header: its username is an app's. */
export const isLegacyHeader = ({ appUsernames }: LegacySettings): ((basic: O.Option<BasicCredentials>) => boolean) => {
  const usernames = new Set([externalApp, ...appUsernames]);
  return O.exists(({ username }) => usernames.has(username));
};

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Returns the app username of a legacy header; `none` for the address means that the address admits nobody. */
export type LegacyUserOf = (basic: O.Option<BasicCredentials>, address: O.Option<Address>) => O.Option<string>;

/**
 * Compiles the check of legacy headers; it returns the username of an accepted one (LEGACY-AUTH-1 to LEGACY-AUTH-8).
 * It compares hashes of passwords, so that the time taken doesn't show how close a guess came. `isPrivate` states from
 * which addresses less is required.
 */
export const legacyAuthorization = (
  hash: HashToken,
  { serverId, studioId, appUsernames }: LegacySettings,
  isPrivate: (address: Address) => boolean,
): LegacyUserOf => {
  const usernames = new Set(appUsernames);
  const passwords = new Set([serverId, studioId].map((id) => hash(base64(id))));
  const isAcceptedAnywhere = ({ username, password }: BasicCredentials): boolean =>
    username === externalApp && passwords.has(hash(password));
  const isAcceptedFromPrivate = ({ username, password }: BasicCredentials): boolean =>
    username === externalApp || (usernames.has(username) && password === '');
  return (basic, address) =>
    pipe(
      basic,
      O.filter(
        (credentials) =>
          (O.exists(isPrivate)(address) && isAcceptedFromPrivate(credentials)) || isAcceptedAnywhere(credentials),
      ),
      O.map(({ username }) => username),
    );
};
