// The endpoints by which operators see and end their own sessions, and admins those of others.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { dateTime } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { byPerson, inAllStudios, signedIn } from '../../../domain/console/requirement.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import type { Session } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { sessionFailure } from '../sign-in/session-limits.js';
import { endpoint, type EndpointContext } from './endpoint.js';

/** A session as the API returns it. `address` is that of its last use, `current` marks the session of the call itself. */
const SessionOverview = t.readonly(
  t.type({
    id: t.string,
    createdAt: dateTime,
    lastUsedAt: dateTime,
    expiresAt: dateTime,
    address: t.string,
    /** In words, such as `Firefox on Windows`. */
    browser: t.string,
    current: t.boolean,
  }),
  'SessionOverview',
);
export type SessionOverview = t.TypeOf<typeof SessionOverview>;

const SessionList = t.readonly(t.type({ sessions: t.readonlyArray(SessionOverview) }));

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'sessionLimits'>;
type Context = Pick<EndpointContext, 'session' | 'note'>;

const overview =
  ({ session: own }: Context) =>
  ({ id, keyHash, createdAt, lastUsedAt, expiresAt, address, browser }: Session): SessionOverview => ({
    id,
    createdAt: utcTime(createdAt),
    lastUsedAt: utcTime(lastUsedAt),
    expiresAt: utcTime(expiresAt),
    address,
    browser,
    current: keyHash === own?.keyHash,
  });

/** Returns the sessions of an operator that last, the last used first. */
const lasting = async ({ store, clock, sessionLimits }: Ports, username: string): Promise<readonly Session[]> => {
  const now = clock.now();
  const found = await store.sessionsOf(username);
  return found.filter((session) => sessionFailure(session, now, sessionLimits) === undefined);
};

const list = async (ports: Ports, username: string, context: Context) => ({
  value: { sessions: (await lasting(ports, username)).map(overview(context)) },
});

const done = { value: undefined };

const endSessions = async ({ store }: Ports, { note }: Context, ended: readonly Session[]): Promise<void> => {
  if (ended.length === 0) return;
  await store.removeSessions(ended.map(({ keyHash }) => keyHash));
  const list = ended.map(({ browser, address }) => `${browser} at ${address}`).join(', ');
  note?.(`ended sessions of "${ended[0]?.username ?? ''}": ${list}`);
};

/** Ends the sessions of an operator, except that of the call. */
const endAll = async (ports: Ports, username: string, context: Context): Promise<typeof done> => {
  const found = await ports.store.sessionsOf(username);
  await endSessions(
    ports,
    context,
    found.filter(({ keyHash }) => keyHash !== context.session?.keyHash),
  );
  return done;
};

/** Ends one session of an operator. */
const endOne = async (
  ports: Ports,
  context: Context,
  username: string,
  id: string,
): Promise<E.Either<Failure, typeof done>> => {
  const session = (await ports.store.sessionsOf(username)).find((one) => one.id === id);
  if (session === undefined) return E.left(failure('not_found', `"${username}" has no session "${id}"`));
  await endSessions(ports, context, [session]);
  return E.right(done);
};

const ifOperator = async <A>(
  { store }: Ports,
  username: string,
  then: () => Promise<E.Either<Failure, A>>,
): Promise<E.Either<Failure, A>> =>
  (await store.operator(username)) === undefined
    ? E.left(failure('not_found', `there is no operator "${username}"`))
    : then();

export const listOwnSessions = endpoint({
  name: 'session.list',
  summary: 'List your sessions, the last used first',
  intent: 'read',
  requires: byPerson(signedIn),
  path: '/sessions',
  result: SessionList,
  run: async (ports: Ports, _params, context) => E.right(await list(ports, context.operator.username, context)),
});

export const endOtherSessions = endpoint({
  name: 'session.end.others',
  summary: 'End all your sessions but that of this call',
  intent: 'remove',
  requires: byPerson(signedIn),
  path: '/sessions',
  run: async (ports: Ports, _params, context) => E.right(await endAll(ports, context.operator.username, context)),
});

export const endOwnSession = endpoint({
  name: 'session.end.one',
  summary: 'End one of your sessions',
  intent: 'remove',
  requires: byPerson(signedIn),
  path: '/sessions/:session',
  params: { session: someText },
  run: (ports: Ports, { session }, context) => endOne(ports, context, context.operator.username, session),
});

const path = '/operators/:username/sessions';
const params = { username: someText };

export const listSessionsOf = endpoint({
  name: 'session.list.operator',
  summary: 'List the sessions of an operator, the last used first',
  intent: 'read',
  requires: byPerson(inAllStudios('admin')),
  path,
  params,
  result: SessionList,
  run: (ports: Ports, { username }, context) =>
    ifOperator(ports, username, async () => E.right(await list(ports, username, context))),
});

export const endSessionsOf = endpoint({
  name: 'session.end.operator',
  summary: 'End all sessions of an operator but that of this call',
  intent: 'remove',
  requires: byPerson(inAllStudios('admin')),
  path,
  params,
  run: (ports: Ports, { username }, context) =>
    ifOperator(ports, username, async () => E.right(await endAll(ports, username, context))),
});

export const endSessionOf = endpoint({
  name: 'session.end.operator.one',
  summary: 'End one session of an operator',
  intent: 'remove',
  requires: byPerson(inAllStudios('admin')),
  path: `${path}/:session`,
  params: { ...params, session: someText },
  run: (ports: Ports, { username, session }, context) =>
    ifOperator(ports, username, () => endOne(ports, context, username, session)),
});

export const sessionEndpoints = [
  listOwnSessions,
  endOtherSessions,
  endOwnSession,
  listSessionsOf,
  endSessionsOf,
  endSessionOf,
];
