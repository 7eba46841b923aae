// The earlier generation's way in: HTTP Basic with an app-type username, which opens legacy routes only.
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isLoopback, isPrivate, type Address } from './address.js';
import type { BasicCredentials } from './credentials.js';
import type { HashToken } from './token.js';

/** The user every external program signs in as. */
export const externalApp = 'EXTERNAL_APP';

/** The app-type users known without configuration, in their exact letters' case. */
export const knownAppUsernames = [externalApp, 'OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY'] as const;

/** The secrets and names of the legacy door of one service. */
export interface LegacySettings {
  readonly serverId: string;
  readonly studioId: string;
  readonly appUsernames: readonly string[];
}

/** Compiles the test whether a Basic header names an app, and so is meant as a legacy header. */
export const isLegacyHeader = ({ appUsernames }: LegacySettings): ((basic: O.Option<BasicCredentials>) => boolean) => {
  const usernames = new Set([externalApp, ...appUsernames]);
  return O.exists(({ username }) => usernames.has(username));
};

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * Compiles the test whether a Basic header is an accepted legacy header (part 5 of the specification).
 * Passwords are compared by their hashes: how long that takes tells nothing of how close a guess came.
 */
export const legacyAuthorization = (hash: HashToken, { serverId, studioId, appUsernames }: LegacySettings) => {
  const usernames = new Set(appUsernames);
  const passwords = new Set([serverId, studioId].map((id) => hash(base64(id))));
  const opensFromAnywhere = ({ username, password }: BasicCredentials): boolean =>
    username === externalApp && passwords.has(hash(password));
  const opensFromNear = ({ username, password }: BasicCredentials): boolean =>
    username === externalApp || (usernames.has(username) && password === '');
  const isNear = (address: Address): boolean => isPrivate(address) || isLoopback(address);
  return (basic: O.Option<BasicCredentials>, address: Address): O.Option<string> =>
    pipe(
      basic,
      O.filter((shown) => (isNear(address) && opensFromNear(shown)) || opensFromAnywhere(shown)),
      O.map(({ username }) => username),
    );
};
