// API tokens: the secrets with which programs call the console's API, and the list of them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { randomCharacters, type PickRandom } from '../access/token.js';
import { failure, type Failure } from '../failure.js';
import { Username, type OperatorRoles } from './operator.js';

/** What an API token begins with. Redaction finds leaked tokens by their form. */
const prefix = 'sca_';

/** Generates an API token. */
export const generateApiToken = (pick: PickRandom): string => `${prefix}${randomCharacters(32, pick)}`;

/** Whether a text is meant as an API token. It may be cut off. */
export const looksLikeApiToken = (text: string): boolean => text.startsWith(prefix);

/** The name of an API token. */
export const ApiTokenName = Username;

/** When and from where an API token was used. */
export interface ApiTokenUse {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly address: string;
}

/** An API token as the console stores it. */
export interface ApiToken extends Pick<OperatorRoles, 'role' | 'studioRoles'> {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  /** Milliseconds since 1970 UTC, like the other times. */
  readonly createdAt: number;
  /** The username of the operator who made it. */
  readonly createdBy: string;
  /** Null for never. */
  readonly expiresAt: number | null;
  /** Null unless it was revoked. */
  readonly revokedAt: number | null;
  /** Null until it is used. Stored at most once a minute. */
  readonly lastUse: ApiTokenUse | null;
}

/** All API tokens. */
export type ApiTokens = readonly ApiToken[];

/** Whether an API token is accepted. */
export type ApiTokenState = 'active' | 'expired' | 'revoked';

/** Returns the state at a time. */
export const apiTokenState = ({ expiresAt, revokedAt }: ApiToken, now: number): ApiTokenState => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && now >= expiresAt ? 'expired' : 'active';
};

/** What the author of a program's changes begins with. Usernames of operators never do: they contain no such colon. */
const authorPrefix = 'api-token:';

/** Returns the caller that an API token stands for, with its roles. Its username is the author of changes in the history. */
export const apiTokenCaller = ({ name, role, studioRoles }: ApiToken): OperatorRoles => ({
  username: `${authorPrefix}${name}`,
  role,
  studioRoles,
});

/** Whether a caller is a program with an API token, and not a person. */
export const isApiTokenCaller = ({ username }: Pick<OperatorRoles, 'username'>): boolean =>
  username.startsWith(authorPrefix);

/** The most API tokens. */
const maxApiTokens = 200;

/** Adds an API token. Names are unique, ignoring case, also among those that are revoked or have expired (API-TOKEN-5). */
export const addApiToken =
  (added: ApiToken) =>
  (tokens: ApiTokens): E.Either<Failure, ApiTokens> => {
    if (tokens.some(({ name }) => name.toLowerCase() === added.name.toLowerCase()))
      return E.left(failure('conflict', `an API token named "${added.name}" already exists`));
    return tokens.length >= maxApiTokens
      ? E.left(failure('conflict', `the limit of ${String(maxApiTokens)} API tokens is reached`))
      : E.right([...tokens, added]);
  };

/** Finds an API token by its id. */
export const findApiToken = (tokens: ApiTokens, id: string): E.Either<Failure, ApiToken> =>
  E.fromNullable(failure('not_found', `there is no API token "${id}"`))(tokens.find((token) => token.id === id));

/** Removes an API token that isn't accepted any more. One that is active has to be revoked first (API-TOKEN-7). */
export const removeApiToken = (tokens: ApiTokens, id: string, now: number): E.Either<Failure, ApiTokens> =>
  pipe(
    findApiToken(tokens, id),
    E.filterOrElse(
      (token) => apiTokenState(token, now) !== 'active',
      ({ name }) => failure('conflict', `the API token "${name}" is still active: revoke it first`),
    ),
    E.map((removed) => tokens.filter((token) => token !== removed)),
  );

/** Revokes an API token. One that is revoked already stays as it is. */
export const revokeApiToken = (tokens: ApiTokens, id: string, now: number): ApiTokens =>
  tokens.map((token) => (token.id === id && token.revokedAt === null ? { ...token, revokedAt: now } : token));
