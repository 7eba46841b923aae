// Studios: listing, adding, renaming and removing them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { dateTime, oneOf, orNull } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { validOldKey } from '../../../domain/console/studio-key.js';
import { initialConfiguration, ConsoleStudio } from '../../../domain/console/studio.js';
import { ServiceStatus } from '../../../domain/console/service-status.js';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inAllStudios, inStudio } from '../../../domain/console/requirement.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { endpoint, type EndpointResult } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import type { HistoryEntry, ReportedStatus, StudioSyncStatus } from '../../ports/console-store.js';
import { historyEntry, studioParameter } from './studio-access.js';

/** The status of a studio's service, as it was last reported. */
const ServiceOverview = t.readonly(
  t.type({
    ...ServiceStatus.type.types[0].props,
    onAir: orNull(t.boolean, 'Whether the studio is on air; null if that is unknown'),
    holder: orNull(t.string, 'The name of the station that holds the studio; null for none, or if that is unknown'),
    devicesAway: orNull(t.number, 'How many devices are not connected; null if that is unknown'),
    /** The version of its software; null if it is too old to report one. */
    version: orNull(t.string, 'The version of its software; null if it is too old to report one'),
    reportedAt: dateTime,
  }),
  'ServiceOverview',
);
type ServiceOverview = t.TypeOf<typeof ServiceOverview>;

/** A studio as the API returns it. Versions are whole numbers; `appliedVersion` is null until its first report. */
export const StudioOverview = t.readonly(
  t.type({
    id: t.string,
    name: t.string,
    connected: t.boolean,
    desiredVersion: t.number,
    appliedVersion: t.union([t.number, t.null]),
    /** Whether the API is switched on in the settings of the desired version. */
    apiEnabled: t.boolean,
    labels: t.readonlyArray(t.string),
    /** When its service first reported the version in force. */
    appliedAt: orNull(dateTime, 'When its service first reported the version in force; null if that is unknown'),
    /** When its service last reported the version in force or its status. */
    confirmedAt: orNull(dateTime, 'When its service last sent a report; null before'),
    /** When its service was disconnected; null while it is connected. */
    disconnectedAt: orNull(dateTime, 'When its service was disconnected; null while it is connected, or if unknown'),
    /** Whether the studio has a key. */
    key: oneOf('set', 'none'),
    /** The key before the last replacement, while it is still valid; null if there is none. */
    oldKey: t.union([t.readonly(t.type({ validUntil: dateTime })), t.null]),
    /** The key that the connected service uses: the current or the old one; null while it isn't connected. */
    keyInUse: orNull(
      oneOf('current', 'old'),
      'The key that the connected service uses; null while it is not connected',
    ),
    /** The refusal of the last configuration that was sent; null if its service did not refuse it. */
    refusal: t.union([t.readonly(t.type({ version: t.number, reason: t.string, time: dateTime })), t.null]),
    /** Null until its service reports a status; of the past while its service isn't connected. */
    service: t.union([ServiceOverview, t.null]),
    /** Whether the host allows operators to edit the studio file. */
    editing: orNull(
      t.boolean,
      'Whether the host of the connected service allows operators to edit the studio file; null if that is unknown',
    ),
  }),
  'StudioOverview',
);
export type StudioOverview = t.TypeOf<typeof StudioOverview>;

export const OneStudio = t.readonly(t.type({ studio: StudioOverview }));
const { name: StudioName } = ConsoleStudio.type.props;

/** The ports of the endpoints of studios. */
export type StudioPorts = Pick<ConsoleServices, 'store' | 'clock'>;
type Ports = StudioPorts;
/** The ports of the endpoints that make keys. */
export type KeyPorts = Ports & Pick<ConsoleServices, 'secrets' | 'hashSecret'>;

const refusalOverview = ({ version, reason, time }: NonNullable<StudioSyncStatus['refusal']>) => ({
  version,
  reason,
  time: utcTime(time),
});

const serviceOverview = ({ time, version, editing: _, ...status }: ReportedStatus): ServiceOverview => ({
  ...status,
  version: version ?? null,
  onAir: status.onAir ?? null,
  holder: status.holder ?? null,
  devicesAway: status.devicesAway ?? null,
  reportedAt: utcTime(time),
});

/** The old key ends when the service uses the current one: until then a connected service uses the old one. */
const keyInUse = (connected: boolean, hasOldKey: boolean): StudioOverview['keyInUse'] => {
  if (!connected) return null;
  return hasOldKey ? 'old' : 'current';
};

/** Returns the keys of a studio as the API shows them: not their hashes. */
const keysOverview = (status: StudioSyncStatus, now: number): Pick<StudioOverview, 'key' | 'oldKey' | 'keyInUse'> => {
  const oldKey = validOldKey(status, now);
  return {
    key: status.keyHash === null ? 'none' : 'set',
    oldKey: oldKey === undefined ? null : { validUntil: utcTime(oldKey.validUntil) },
    keyInUse: keyInUse(status.connected, oldKey !== undefined),
  };
};

/** Returns a studio as the API shows it at a moment. */
export const studioOverview = (status: StudioSyncStatus, now: number): StudioOverview => ({
  id: status.studio.id,
  name: status.studio.name,
  connected: status.connected,
  desiredVersion: status.desiredVersion,
  appliedVersion: status.appliedVersion,
  apiEnabled: status.apiEnabled,
  labels: status.labels,
  appliedAt: status.appliedAt === null ? null : utcTime(status.appliedAt),
  confirmedAt: status.confirmedAt === null ? null : utcTime(status.confirmedAt),
  disconnectedAt: status.disconnectedAt === null || status.connected ? null : utcTime(status.disconnectedAt),
  ...keysOverview(status, now),
  refusal: status.refusal && refusalOverview(status.refusal),
  service: status.service && serviceOverview(status.service),
  editing: (status.connected ? status.service?.editing : undefined) ?? null,
});

const find = async ({ store }: Ports, id: string): Promise<E.Either<Failure, StudioSyncStatus>> =>
  E.fromNullable(studioNotFound(id))((await store.syncStatuses([id]))[0]);

/** Returns a studio as the API shows it, or that it is unknown. */
export const showStudio = async (
  ports: Ports,
  id: string,
): Promise<E.Either<Failure, EndpointResult<{ studio: StudioOverview }>>> =>
  pipe(
    await find(ports, id),
    E.map((status) => ({ value: { studio: studioOverview(status, ports.clock.now()) } })),
  );

/** Returns a studio with its current configuration version, or that it is unknown. */
export const showWithVersion: typeof showStudio = async (ports, id) =>
  pipe(
    await showStudio(ports, id),
    E.map((result) => ({ ...result, version: result.value.studio.desiredVersion })),
  );

export const getStudio = endpoint({
  name: 'studio.get',
  summary: 'Get one studio with its sync status',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id',
  params: studioParameter,
  result: OneStudio,
  run: (ports: Ports, { id }) => showStudio(ports, id),
});

/** Adds a studio with a new key, which is returned only here. */
export const addStudio = async (
  ports: KeyPorts,
  studio: ConsoleStudio,
  history: HistoryEntry,
): Promise<E.Either<Failure, { studio: StudioOverview; key: string }>> => {
  const key = ports.secrets.studioKey();
  const configuration = initialConfiguration(studio, ports.clock.now());
  const entry = { studio, keyHash: ports.hashSecret(key), configuration, appliedVersion: null };
  const status = {
    ...entry,
    desiredVersion: configuration.version,
    apiEnabled: configuration.access.apiEnabled,
    labels: [],
    appliedAt: null,
    confirmedAt: null,
    disconnectedAt: null,
    refusal: null,
    service: null,
    connected: false,
    reports: 0,
  };
  return (await ports.store.addStudio(entry, history))
    ? E.right({ studio: studioOverview(status, ports.clock.now()), key })
    : E.left(failure('conflict', `a studio with the id "${studio.id}" already exists`));
};

/** Adds the studio's current configuration version to a result. */
export const withVersion = async <A>(
  ports: Ports,
  id: string,
  result: E.Either<Failure, A>,
): Promise<E.Either<Failure, EndpointResult<A>>> => {
  if (E.isLeft(result)) return result;
  const found = await find(ports, id);
  return E.right({ value: result.right, version: E.isRight(found) ? found.right.desiredVersion : undefined });
};

export const addStudioEndpoint = endpoint({
  name: 'studio.add',
  summary: 'Add a studio; this response is the only one that contains its key',
  intent: 'create',
  requires: inAllStudios('admin'),
  path: '/studios',
  body: ConsoleStudio,
  result: t.readonly(t.type({ studio: StudioOverview, key: t.string })),
  run: async (ports: KeyPorts, _params, context, studio) =>
    pipe(
      await addStudio(ports, studio, historyEntry(ports, context, `added the studio "${studio.name}"`)),
      E.map((value) => ({ value, version: value.studio.desiredVersion })),
    ),
});

export const renameStudioEndpoint = endpoint({
  name: 'studio.rename',
  summary: 'Rename a studio',
  intent: 'change',
  requires: inStudio('admin'),
  path: '/studios/:id',
  params: studioParameter,
  body: t.readonly(t.type({ name: StudioName })),
  result: OneStudio,
  run: async (ports: Ports, { id }, context, { name }) => {
    const found = await find(ports, id);
    if (E.isRight(found) && found.right.studio.name === name) return showWithVersion(ports, id);
    const renamed = await ports.store.renameStudio(id, name, historyEntry(ports, context, `renamed to "${name}"`));
    if (!renamed) return E.left(studioNotFound(id));
    return showWithVersion(ports, id);
  },
});

export const removeStudioEndpoint = endpoint({
  name: 'studio.remove',
  summary: 'Remove a studio with its configuration, devices and key, and disconnect its service',
  intent: 'remove',
  requires: inAllStudios('admin'),
  path: '/studios/:id',
  params: studioParameter,
  run: async (ports: Ports, { id }, context) =>
    (await ports.store.removeStudio(id, historyEntry(ports, context, `removed the studio "${id}"`)))
      ? E.right({ value: undefined })
      : E.left(studioNotFound(id)),
});

export const studioEndpoints = [getStudio, addStudioEndpoint, renameStudioEndpoint, removeStudioEndpoint];
