// How requests to a device prove their user: by HTTP Basic, or by HTTP Digest once the device asks for that.
import { randomBytes } from 'node:crypto';
import * as t from 'io-ts';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { field, refined, text } from '../../../domain/codec/codec.js';
import { digestAnswer, digestChallenge, type Authorization, type Credentials, type DigestChallenge } from './digest.js';
import { PasswordFile } from '../../../domain/studio/file-path.js';

/** RFC 7617: the password begins after the first colon. */
const Username = refined(
  text(1, 128),
  (name) => !name.includes(':'),
  'a user name of 1 to 128 characters without colons',
);

/** The fields of a connection with a user: both, or neither. */
export const credentialFields = {
  username: field(Username, 'User name for HTTP Basic or Digest, whichever the device asks for'),
  passwordFile: PasswordFile,
} as const;

const settings = t.partial(credentialFields);

/** The settings of a user. */
export type CredentialSettings = Readonly<t.TypeOf<typeof settings>>;

/** Returns the codec of a connection whose settings have both, or neither. */
export const withCredentials = <A extends CredentialSettings>(codec: t.Type<A, unknown>): t.Type<A, unknown> =>
  refined(
    codec as t.Type<A>,
    ({ username, passwordFile }) => (username === undefined) === (passwordFile === undefined),
    'username and passwordFile, or neither',
    {},
  );

/** Reads the password of the user; undefined if the connection has none. Rejects if the file can't be read. */
export const readCredentials = async (
  { username, passwordFile }: CredentialSettings,
  readSecret: ConnectionDeps['readSecret'],
): Promise<Credentials | undefined> =>
  username === undefined || passwordFile === undefined
    ? undefined
    : { username, password: await readSecret(passwordFile) };

/** Returns the credentials of HTTP Basic, without the name of the scheme. */
export const basicOf = ({ username, password }: Credentials): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

/** Returns what the status 401 means, once the challenge is answered. */
export const unauthorized = (hasUser: boolean): string =>
  hasUser ? 'it refuses the user or the password' : 'it asks for a user and password';

/** A challenge that is answered, with each request once more. */
interface DigestSession {
  readonly challenge: DigestChallenge;
  readonly clientNonce: string;
  count: number;
}

const randomNonce = (): string => randomBytes(16).toString('hex');

/** Whether a device accepts Basic: it names it, or nothing at all. */
const offersBasic = (fields: string): boolean => fields.trim() === '' || /(?:^|[\s,])basic(?:\s|$)/i.test(fields);

/** The authentication of the requests to one device. */
export class HttpAuthentication {
  #digest: DigestSession | undefined;
  #isBasic: boolean;
  /** Whether the last request was refused for good: the password is wrong. */
  #isRefused = false;

  /** `isUnasked` is whether the first request has Basic, without being asked for it. */
  constructor(
    private readonly credentials: Credentials | undefined,
    private readonly clientNonce: () => string = randomNonce,
    isUnasked = true,
  ) {
    this.#isBasic = isUnasked;
  }

  /** Returns the field of the next request; undefined if the connection has no user, or the device hasn't asked yet. */
  next({ method = 'GET', path }: { readonly method?: string; readonly path: string }): Authorization | undefined {
    const { credentials } = this;
    const session = this.#digest;
    if (credentials === undefined) return undefined;
    if (session === undefined) {
      const basic = basicOf(credentials);
      return this.#isBasic ? { field: `Basic ${basic}`, secret: basic } : undefined;
    }
    session.count += 1;
    const { challenge, clientNonce, count } = session;
    return digestAnswer(challenge, credentials, { method, path, count, clientNonce });
  }

  /** Notes that a request was not refused. */
  accepted(): void {
    this.#isRefused = false;
  }

  /**
   * Takes the fields `WWW-Authenticate` of a refused request. Returns whether it is worth another attempt. A device that has asked for
   * Digest gets Basic only if it names that: who else may answer for it would learn the password.
   */
  refused(fields: string, attempt: number): boolean {
    if (this.credentials === undefined) return false;
    const challenge = digestChallenge(fields);
    const isWorth =
      challenge === undefined ? this.#useBasic(fields) && attempt === 1 : this.#useDigest(challenge, attempt);
    this.#isRefused = !isWorth;
    return isWorth;
  }

  /** Returns whether that is something else than what was refused. */
  #useBasic(fields: string): boolean {
    const wasAsked = this.#digest !== undefined;
    if (wasAsked ? fields.trim() === '' || !offersBasic(fields) : this.#isBasic || !offersBasic(fields)) return false;
    this.#digest = undefined;
    this.#isBasic = true;
    return true;
  }

  /** The first attempt had no answer to this challenge; the nonce of another one may have been too old. */
  #useDigest(challenge: DigestChallenge, attempt: number): boolean {
    const wasAsked = this.#digest !== undefined;
    this.#digest = { challenge, clientNonce: this.clientNonce(), count: 0 };
    if (attempt === 1) return !wasAsked || challenge.isStale || !this.#isRefused;
    return attempt === 2 && challenge.isStale;
  }
}
