// Reads everything that the module shows from the service.
import type { ServiceDocument } from '../studio/document.js';
import type { Alarm, Clip, Named, StateRecords } from '../studio/records.js';
import type { KnownStudio } from '../studio/studio.js';
import { Refusal, type ServiceClient } from './service-client.js';

type Read = (path: string) => Promise<unknown>;

/** Reads a part that the module may not be allowed to read; `otherwise` then. */
const readPart = async <A>(read: Read, path: string, otherwise: A): Promise<A> =>
  read(path).then(
    (body) => body as A,
    (error: unknown) => {
      if (error instanceof Refusal && error.status !== 401) return otherwise;
      throw error;
    },
  );

const readLists = async <A>(
  ids: readonly string[],
  readList: (id: string) => Promise<readonly A[]>,
): Promise<Readonly<Record<string, readonly A[]>>> => {
  const lists = await Promise.all(ids.map(async (id) => [id, await readList(id)] as const));
  return Object.fromEntries(lists);
};

const clipsOf = (read: Read, { banks = [] }: StateRecords) =>
  readLists(
    banks.map(({ key }) => key),
    async (key) => {
      const none: { readonly clips: readonly Clip[] } = { clips: [] };
      return (await readPart(read, `/api/v2/banks/${encodeURIComponent(key)}/clips`, none)).clips;
    },
  );

const anglesOf = (read: Read, { cameras = [] }: StateRecords) =>
  readLists(
    cameras.map(({ id }) => id),
    async (id) => {
      const none: { readonly angles: readonly Named[] } = { angles: [] };
      return (await readPart(read, `/api/v2/cameras/${encodeURIComponent(id)}/angles`, none)).angles;
    },
  );

/** Returns whether something limits the service. */
export const readDegraded = async (client: ServiceClient, signal: AbortSignal): Promise<boolean> => {
  const { status } = (await client.read('/api/v2/health', signal)) as { readonly status: string };
  return status !== 'ok';
};

/** Returns the version of the service. */
export const readVersion = async (client: ServiceClient, signal: AbortSignal): Promise<string> => {
  const { version } = (await client.read('/api/v2', signal)) as { readonly version: string };
  return version;
};

/**
 * Reads the studio at `nowMs`. Parts that are switched off or not allowed are empty. The document is large, and is read
 * only if none is `known`.
 */
export const readStudio = async (
  client: ServiceClient,
  signal: AbortSignal,
  nowMs: number,
  known?: ServiceDocument,
): Promise<KnownStudio> => {
  const read: Read = (path) => client.read(path, signal);
  const state = (await read('/api/v2/state')) as StateRecords;
  const document = known ?? ((await read('/api/v2/openapi.json')) as ServiceDocument);
  const { alarms } = await readPart<{ readonly alarms: readonly Alarm[] }>(read, '/api/v2/alarms', { alarms: [] });
  return {
    document,
    state,
    clips: await clipsOf(read, state),
    angles: await anglesOf(read, state),
    alarms,
    degraded: await readDegraded(client, signal),
    arrivals: {},
    readAtMs: nowMs,
  };
};
