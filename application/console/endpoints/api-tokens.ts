// The endpoints by which admins manage the API tokens of programs.
import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { dateTime, oneOf } from '../../../domain/codec/codec.js';
import { utcTime, UtcTime } from '../../../domain/codec/utc-time.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import {
  addApiToken,
  ApiTokenName,
  apiTokenState,
  findApiToken,
  removeApiToken,
  revokeApiToken,
  type ApiToken,
  type ApiTokens,
} from '../../../domain/console/api-token.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { Role, StudioRoles } from '../../../domain/console/operator.js';
import { byPerson, inAllStudios } from '../../../domain/console/requirement.js';
import { failure, invalid, type Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import type { ConsoleServices } from '../console-services.js';
import { unknownStudio } from '../sign-in/existing-studios.js';
import { rolesInWords } from '../sign-in/roles-in-words.js';
import { endpoint, type EndpointContext } from './endpoint.js';
import { historyEntry } from './studio-access.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'secrets' | 'hashSecret'>;

const dateTimeOrNull = t.union([dateTime, t.null]);

/** An API token as the API returns it: without the token, and without its hash. */
const ApiTokenOverview = t.readonly(
  t.type({
    id: t.string,
    name: t.string,
    role: t.union([Role, t.null]),
    studioRoles: StudioRoles,
    createdAt: dateTime,
    /** The username of the operator who made it. */
    createdBy: t.string,
    /** Null for never. */
    expiresAt: dateTimeOrNull,
    state: oneOf('active', 'expired', 'revoked'),
    /** When it was used last, to the minute; null until it is used. */
    lastUsedAt: dateTimeOrNull,
    /** Where it was used last; null until it is used. */
    lastAddress: t.union([t.string, t.null]),
  }),
  'ApiTokenOverview',
);
export type ApiTokenOverview = t.TypeOf<typeof ApiTokenOverview>;

const OneToken = t.readonly(t.type({ apiToken: ApiTokenOverview }));

const overview = (token: ApiToken, now: number): ApiTokenOverview => ({
  id: token.id,
  name: token.name,
  role: token.role,
  studioRoles: token.studioRoles,
  createdAt: utcTime(token.createdAt),
  createdBy: token.createdBy,
  expiresAt: token.expiresAt === null ? null : utcTime(token.expiresAt),
  state: apiTokenState(token, now),
  lastUsedAt: token.lastUse === null ? null : utcTime(token.lastUse.time),
  lastAddress: token.lastUse?.address ?? null,
});

/** A changed list, and what the history says about it. */
interface ChangedTokens {
  readonly tokens: ApiTokens;
  readonly summary: string;
}

/** Changes the list with a history entry. */
const changeTokens = (
  ports: Ports,
  context: EndpointContext,
  change: (tokens: ApiTokens) => E.Either<Failure, ChangedTokens>,
): Promise<E.Either<ConsoleFailure, ApiTokens>> =>
  ports.store.changeApiTokens((before) =>
    pipe(
      change(before),
      E.map(({ tokens, summary }) => ({ tokens, historyEntry: historyEntry(ports, context, summary) })),
    ),
  );

export const listApiTokens = endpoint({
  name: 'api-token.list',
  summary: 'List all API tokens, those that have expired or were revoked included',
  intent: 'read',
  requires: byPerson(inAllStudios('admin')),
  path: '/api-tokens',
  result: t.readonly(t.type({ apiTokens: t.readonlyArray(ApiTokenOverview) })),
  run: async ({ store, clock }: Ports) =>
    E.right({ value: { apiTokens: (await store.apiTokens()).map((token) => overview(token, clock.now())) } }),
});

const NewApiToken = t.readonly(
  t.type({
    name: ApiTokenName,
    role: withDefault<Role | null>(t.union([Role, t.null]), null),
    studioRoles: withDefault<StudioRoles>(StudioRoles, {}),
    expiresAt: withDefault<string | null>(t.union([UtcTime, t.null]), null),
  }),
);
type NewApiToken = t.TypeOf<typeof NewApiToken>;

const expiryInPast = invalid([{ path: 'expiresAt', expected: 'a time in the future' }]);

/** Returns the record of a new token. */
const newToken = (
  { clock, secrets, hashSecret }: Ports,
  { operator }: EndpointContext,
  { name, role, studioRoles, expiresAt }: NewApiToken,
  token: string,
): ApiToken => ({
  id: secrets.id(),
  name,
  tokenHash: hashSecret(token),
  role,
  studioRoles,
  createdAt: clock.now(),
  createdBy: operator.username,
  expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
  revokedAt: null,
  lastUse: null,
});

/** Returns what is wrong with a new token. */
const faultOf = async (ports: Ports, { studioRoles, expiresAt }: NewApiToken): Promise<Failure | undefined> =>
  expiresAt !== null && Date.parse(expiresAt) <= ports.clock.now() ? expiryInPast : unknownStudio(ports, studioRoles);

export const addConsoleApiToken = endpoint({
  name: 'api-token.add',
  summary: 'Make an API token for a program; this response is the only one that contains the token',
  intent: 'create',
  requires: byPerson(inAllStudios('admin')),
  path: '/api-tokens',
  body: NewApiToken,
  result: t.readonly(t.type({ apiToken: ApiTokenOverview, token: t.string })),
  run: async (ports: Ports, _params, context, body) => {
    const fault = await faultOf(ports, body);
    if (fault !== undefined) return E.left(fault);
    const token = ports.secrets.apiToken();
    const added = newToken(ports, context, body, token);
    const expiry = body.expiresAt === null ? 'never expires' : `expires at ${body.expiresAt}`;
    const summary = `added the API token "${added.name}"; roles: ${rolesInWords(added)}; ${expiry}`;
    return pipe(
      await changeTokens(
        ports,
        context,
        flow(
          addApiToken(added),
          E.map((tokens) => ({ tokens, summary })),
        ),
      ),
      E.map(() => ({ value: { apiToken: overview(added, ports.clock.now()), token } })),
    );
  },
});

const params = { token: someText };

/** Changes nothing: somebody else has revoked the token before, perhaps just now. */
const revokedBefore = failure('conflict', 'the API token was revoked before');

export const revokeConsoleApiToken = endpoint({
  name: 'api-token.revoke',
  summary: 'Revoke an API token at once; it stays in the list',
  intent: 'act',
  requires: byPerson(inAllStudios('admin')),
  path: '/api-tokens/:token/revoke',
  params,
  result: OneToken,
  run: async (ports: Ports, { token: id }, context) => {
    const now = ports.clock.now();
    const changed = await changeTokens(ports, context, (tokens) =>
      pipe(
        findApiToken(tokens, id),
        E.filterOrElse(
          ({ revokedAt }) => revokedAt === null,
          () => revokedBefore,
        ),
        E.map(({ name }) => ({ tokens: revokeApiToken(tokens, id, now), summary: `revoked the API token "${name}"` })),
      ),
    );
    const isOld = E.isLeft(changed) && changed.left === revokedBefore;
    return pipe(
      isOld ? E.right(await ports.store.apiTokens()) : changed,
      E.chainW((tokens) => findApiToken(tokens, id)),
      E.map((revoked) => ({ value: { apiToken: overview(revoked, now) } })),
    );
  },
});

export const removeConsoleApiToken = endpoint({
  name: 'api-token.remove',
  summary: 'Remove an API token that was revoked or has expired; its name can be used again',
  intent: 'remove',
  requires: byPerson(inAllStudios('admin')),
  path: '/api-tokens/:token',
  params,
  run: async (ports: Ports, { token: id }, context) =>
    pipe(
      await changeTokens(ports, context, (tokens) =>
        pipe(
          E.Do,
          E.bind('found', () => findApiToken(tokens, id)),
          E.bind('tokens', () => removeApiToken(tokens, id, ports.clock.now())),
          E.map(({ found, tokens: left }) => ({ tokens: left, summary: `removed the API token "${found.name}"` })),
        ),
      ),
      E.map(() => ({ value: undefined })),
    ),
});

export const apiTokenEndpoints = [listApiTokens, addConsoleApiToken, revokeConsoleApiToken, removeConsoleApiToken];
