// Studios: the list of them, entering one, and the key that its service shows.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { firstConfiguration, Studio } from '../../domain/console/studio.js';
import { failure, type Failure } from '../../domain/failure.js';
import { endpoint } from './endpoint.js';
import type { ConsolePorts, StudioEntry } from './ports.js';
import { noStudio, studioParameter } from './studio-access.js';

/** A studio as operators see it. Versions are whole numbers; `appliedVersion` is null until its service has told it. */
export const StudioOverview = t.readonly(
  t.type({
    id: t.string,
    name: t.string,
    connected: t.boolean,
    desiredVersion: t.number,
    appliedVersion: t.union([t.number, t.null]),
  }),
  'StudioOverview',
);
export type StudioOverview = t.TypeOf<typeof StudioOverview>;

type Ports = Pick<ConsolePorts, 'store' | 'announcements'>;
type EnteringPorts = Ports & Pick<ConsolePorts, 'secrets' | 'clock' | 'hashSecret'>;

const overview =
  ({ announcements }: Ports) =>
  ({ studio: { id, name }, configuration, appliedVersion }: StudioEntry): StudioOverview => ({
    id,
    name,
    connected: announcements.isConnected(id),
    desiredVersion: configuration.version,
    appliedVersion,
  });

export const studios = endpoint({
  name: 'studio.list',
  summary: 'All studios, and how far their services are',
  intent: 'read',
  path: '/studios',
  result: t.readonly(t.type({ studios: t.readonlyArray(StudioOverview) })),
  run: async (ports: Ports) => E.right({ studios: (await ports.store.studios()).map(overview(ports)) }),
});

/** Enters a studio with a fresh key, which nobody can be told again. */
const enter = async (
  ports: EnteringPorts,
  studio: Studio,
): Promise<E.Either<Failure, { studio: StudioOverview; key: string }>> => {
  const key = ports.secrets.studioKey();
  const configuration = firstConfiguration(studio, ports.clock.now());
  const entry = { studio, keyHash: ports.hashSecret(key), configuration, appliedVersion: null };
  return (await ports.store.addStudio(entry))
    ? E.right({ studio: overview(ports)(entry), key })
    : E.left(failure('conflict', `there is a studio "${studio.id}" already`));
};

/** Replaces a studio's key; whoever is connected with the old one is cut off. */
const rotate = async (
  { store, announcements, secrets, hashSecret }: EnteringPorts,
  id: string,
): Promise<E.Either<Failure, { key: string }>> => {
  const key = secrets.studioKey();
  if (!(await store.setKey(id, hashSecret(key)))) return E.left(noStudio(id));
  announcements.cutOff(id);
  return E.right({ key });
};

export const addStudio = endpoint({
  name: 'studio.add',
  summary: 'Enter a studio; its key is shown in this answer alone',
  intent: 'create',
  path: '/studios',
  body: Studio,
  result: t.readonly(t.type({ studio: StudioOverview, key: t.string })),
  run: (ports: EnteringPorts, _params, studio) => enter(ports, studio),
});

export const rotateKey = endpoint({
  name: 'key.rotate',
  summary: 'Replace the key of a studio; the new one is shown in this answer alone',
  intent: 'act',
  path: '/studios/:id/key',
  params: studioParameter,
  result: t.readonly(t.type({ key: t.string })),
  run: (ports: EnteringPorts, { id }) => rotate(ports, id),
});

export const revokeKey = endpoint({
  name: 'key.revoke',
  summary: 'Take the key of a studio out of use',
  intent: 'remove',
  path: '/studios/:id/key',
  params: studioParameter,
  run: async ({ store, announcements }: Ports, { id }) => {
    if (!(await store.setKey(id, null))) return E.left(noStudio(id));
    announcements.cutOff(id);
    return E.right(undefined);
  },
});

/**
 * Makes sure that a studio is entered and that the caller holds its key: `knownKey` where that is the one in use, else
 * a fresh one, which replaces any other. `invalid_parameter` when the id or name can't be a studio's.
 */
export const ensureStudio = async (
  ports: EnteringPorts,
  wanted: Studio,
  knownKey?: string,
): Promise<E.Either<Failure, { readonly key: string }>> => {
  const { id, name } = wanted;
  if (E.isLeft(Studio.decode(wanted)))
    return E.left(failure('invalid_parameter', `"${id}", "${name}" can't be entered as a studio's id and name`));
  const entry = await ports.store.studio(id);
  if (entry === undefined) return enter(ports, wanted);
  const known = knownKey !== undefined && ports.hashSecret(knownKey) === entry.keyHash;
  return known ? E.right({ key: knownKey }) : rotate(ports, id);
};

export const studioEndpoints = [studios, addStudio, rotateKey, revokeKey];
