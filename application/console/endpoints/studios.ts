// Studios: the list of them, entering, renaming and removing one, and the key that its service shows.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { dateTime, oneOf } from '../../../domain/codec/codec.js';
import { initialConfiguration, ConsoleStudio } from '../../../domain/console/studio.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { endpoint, type EndpointContext, type EndpointResult } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import type { HistoryEntry, StudioSyncStatus } from '../../ports/console-store.js';
import { noStudio, historyEntry, studioParameter } from './studio-access.js';

/** A studio as operators see it. Versions are whole numbers; `appliedVersion` is null until its service has told it. */
export const StudioOverview = t.readonly(
  t.type({
    id: t.string,
    name: t.string,
    connected: t.boolean,
    desiredVersion: t.number,
    appliedVersion: t.union([t.number, t.null]),
    /** Whether there is a key that its service may show. */
    key: oneOf('set', 'none'),
    /** That its service refused the configuration that it was sent last. */
    refusal: t.union([t.readonly(t.type({ version: t.number, reason: t.string, time: dateTime })), t.null]),
  }),
  'StudioOverview',
);
export type StudioOverview = t.TypeOf<typeof StudioOverview>;

const OneStudio = t.readonly(t.type({ studio: StudioOverview }));
const { name: StudioName } = ConsoleStudio.type.props;

type Ports = Pick<ConsoleServices, 'store' | 'clock'>;
type EnteringPorts = Ports & Pick<ConsoleServices, 'secrets' | 'hashSecret'>;

const told = ({ version, reason, time }: NonNullable<StudioSyncStatus['refusal']>) => ({
  ...{ version, reason },
  time: new Date(time).toISOString(),
});

/** How a studio is shown. */
export const overview = ({ studio, keyHash, refusal, ...versions }: StudioSyncStatus): StudioOverview => ({
  ...{ id: studio.id, name: studio.name, connected: versions.connected },
  ...{ desiredVersion: versions.desiredVersion, appliedVersion: versions.appliedVersion },
  key: keyHash === null ? 'none' : 'set',
  refusal: refusal && told(refusal),
});

const find = async ({ store }: Ports, id: string): Promise<E.Either<Failure, StudioSyncStatus>> =>
  E.fromNullable(noStudio(id))((await store.syncStatuses([id]))[0]);

const show = async (ports: Ports, id: string): Promise<E.Either<Failure, EndpointResult<{ studio: StudioOverview }>>> =>
  E.map((standing: StudioSyncStatus) => ({ value: { studio: overview(standing) } }))(await find(ports, id));

export const studios = endpoint({
  name: 'studio.list',
  summary: 'All studios, and how far their services are',
  intent: 'read',
  path: '/studios',
  result: t.readonly(t.type({ studios: t.readonlyArray(StudioOverview) })),
  run: async ({ store }: Ports) => E.right({ value: { studios: (await store.syncStatuses()).map(overview) } }),
});

export const studio = endpoint({
  name: 'studio.get',
  summary: 'One studio, and how far its service is',
  intent: 'read',
  path: '/studios/:id',
  params: studioParameter,
  result: OneStudio,
  run: (ports: Ports, { id }) => show(ports, id),
});

/** Enters a studio with a fresh key, which nobody can be told again. */
const enter = async (
  ports: EnteringPorts,
  entered: ConsoleStudio,
  note: HistoryEntry,
): Promise<E.Either<Failure, { studio: StudioOverview; key: string }>> => {
  const key = ports.secrets.studioKey();
  const configuration = initialConfiguration(entered, ports.clock.now());
  const entry = { studio: entered, keyHash: ports.hashSecret(key), configuration, appliedVersion: null };
  const standing = { ...entry, desiredVersion: configuration.version, refusal: null, connected: false, reports: 0 };
  return (await ports.store.addStudio(entry, note))
    ? E.right({ studio: overview(standing), key })
    : E.left(failure('conflict', `there is a studio "${entered.id}" already`));
};

/** Replaces a studio's key; whoever is connected with the old one is cut off. */
const rotate = async (
  { store, secrets, hashSecret }: EnteringPorts,
  id: string,
  note: HistoryEntry,
): Promise<E.Either<Failure, { key: string }>> => {
  const key = secrets.studioKey();
  return (await store.setKey(id, hashSecret(key), note)) ? E.right({ key }) : E.left(noStudio(id));
};

/** What was done to a studio, with the version that its configuration then has. */
const withVersion = async <A>(
  ports: Ports,
  id: string,
  done: E.Either<Failure, A>,
): Promise<E.Either<Failure, EndpointResult<A>>> => {
  if (E.isLeft(done)) return done;
  return E.right({ value: done.right, version: E.toUnion(E.bimap(() => undefined, versionOf)(await find(ports, id))) });
};

const versionOf = ({ desiredVersion }: StudioSyncStatus): number => desiredVersion;

export const addStudio = endpoint({
  name: 'studio.add',
  summary: 'Enter a studio; its key is shown in this answer alone',
  intent: 'create',
  role: 'admin',
  path: '/studios',
  body: ConsoleStudio,
  result: t.readonly(t.type({ studio: StudioOverview, key: t.string })),
  run: async (ports: EnteringPorts, _params, asking, entered) =>
    E.map((value: { studio: StudioOverview; key: string }) => ({ value, version: value.studio.desiredVersion }))(
      await enter(ports, entered, historyEntry(ports, asking, `entered the studio "${entered.name}"`)),
    ),
});

export const renameStudio = endpoint({
  name: 'studio.rename',
  summary: 'Give a studio another name',
  intent: 'change',
  role: 'admin',
  path: '/studios/:id',
  params: studioParameter,
  body: t.readonly(t.type({ name: StudioName })),
  result: OneStudio,
  run: async (ports: Ports, { id }, asking, { name }) => {
    const renamed = await ports.store.renameStudio(id, name, historyEntry(ports, asking, `renamed to "${name}"`));
    if (!renamed) return E.left(noStudio(id));
    return E.map((shown: EndpointResult<{ studio: StudioOverview }>) => ({
      ...shown,
      version: shown.value.studio.desiredVersion,
    }))(await show(ports, id));
  },
});

export const removeStudio = endpoint({
  name: 'studio.remove',
  summary: 'Remove a studio with its configuration, its devices and its key; its service is cut off',
  intent: 'remove',
  role: 'admin',
  path: '/studios/:id',
  params: studioParameter,
  run: async (ports: Ports, { id }, asking) =>
    (await ports.store.removeStudio(id, historyEntry(ports, asking, `removed the studio "${id}"`)))
      ? E.right({ value: undefined })
      : E.left(noStudio(id)),
});

export const rotateKey = endpoint({
  name: 'key.rotate',
  summary: 'Replace the key of a studio; the new one is shown in this answer alone',
  intent: 'act',
  role: 'admin',
  path: '/studios/:id/key',
  params: studioParameter,
  result: t.readonly(t.type({ key: t.string })),
  run: async (ports: EnteringPorts, { id }, asking) =>
    withVersion(ports, id, await rotate(ports, id, historyEntry(ports, asking, 'replaced the studio key'))),
});

const revoke = async (ports: Ports, id: string, asking: EndpointContext): Promise<E.Either<Failure, undefined>> =>
  (await ports.store.setKey(id, null, historyEntry(ports, asking, 'revoked the studio key')))
    ? E.right(undefined)
    : E.left(noStudio(id));

export const revokeKey = endpoint({
  name: 'key.revoke',
  summary: 'Take the key of a studio out of use',
  intent: 'remove',
  role: 'admin',
  path: '/studios/:id/key',
  params: studioParameter,
  run: async (ports: Ports, { id }, asking) => withVersion(ports, id, await revoke(ports, id, asking)),
});

/** In whose name the console enters the studio that runs beside it. */
const itself = { operator: { username: 'the console itself', role: 'admin' }, action: 'studio.ensure' } as const;

/**
 * Makes sure that a studio is entered and that the caller holds its key: `knownKey` where that is the one in use, else
 * a fresh one, which replaces any other. `invalid_parameter` when the id or name can't be a studio's.
 */
export const ensureStudio = async (
  ports: EnteringPorts,
  wanted: ConsoleStudio,
  knownKey?: string,
): Promise<E.Either<Failure, { readonly key: string }>> => {
  const { id, name } = wanted;
  if (E.isLeft(ConsoleStudio.decode(wanted)))
    return E.left(failure('invalid_parameter', `"${id}", "${name}" can't be entered as a studio's id and name`));
  const entry = await ports.store.studio(id);
  if (entry === undefined) return enter(ports, wanted, historyEntry(ports, itself, `entered the studio "${name}"`));
  const known = knownKey !== undefined && ports.hashSecret(knownKey) === entry.keyHash;
  return known ? E.right({ key: knownKey }) : rotate(ports, id, historyEntry(ports, itself, 'replaced the studio key'));
};

export const studioEndpoints = [studios, studio, addStudio, renameStudio, removeStudio, rotateKey, revokeKey];
