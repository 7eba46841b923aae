// Reads everything that the module shows from the service.
import { Refusal, type Angle, type Clip, type StudioClient } from '../../client/client.js';
import type { ServiceDocument } from '../studio/document.js';
import type { KnownStudio, StateRecords } from '../studio/studio.js';

/** What the module reads with. */
export type StudioReader = Pick<StudioClient, 'read' | 'readPath'>;

/** Reads a part that the module may not be allowed to read; `otherwise` then. */
const readPart = async <A>(reading: Promise<A>, otherwise: A): Promise<A> =>
  reading.catch((error: unknown) => {
    if (error instanceof Refusal && error.status !== 401) return otherwise;
    throw error;
  });

const readLists = async <A>(
  ids: readonly string[],
  readList: (id: string) => Promise<readonly A[]>,
): Promise<Readonly<Record<string, readonly A[]>>> => {
  const lists = await Promise.all(ids.map(async (id) => [id, await readList(id)] as const));
  return Object.fromEntries(lists);
};

/** A client whose reads a signal ends. */
interface Reading {
  readonly client: StudioReader;
  readonly signal: AbortSignal;
}

const clipsOf = ({ client, signal }: Reading, { banks = [] }: StateRecords) =>
  readLists<Clip>(
    banks.map(({ key }) => key),
    async (key) => {
      const none: { readonly clips: readonly Clip[] } = { clips: [] };
      return (await readPart(client.read('bank.clips', { key }, { signal }), none)).clips;
    },
  );

const anglesOf = ({ client, signal }: Reading, { cameras = [] }: StateRecords) =>
  readLists<Angle>(
    cameras.map(({ id }) => id),
    async (id) => {
      const none: { readonly angles: readonly Angle[] } = { angles: [] };
      return (await readPart(client.read('camera.angles', { id }, { signal }), none)).angles;
    },
  );

/** Returns whether something limits the service. */
export const readDegraded = async (client: StudioReader, signal: AbortSignal): Promise<boolean> =>
  (await client.read('system.health', {}, { signal })).status !== 'ok';

/** Returns the version of the service. */
export const readVersion = async (client: StudioReader, signal: AbortSignal): Promise<string> =>
  (await client.read('index.get', {}, { signal })).version;

/**
 * Reads the studio at `nowMs`. Parts that are switched off or not allowed are empty. The document is large, and is read
 * only if none is `known`.
 */
export const readStudio = async (
  client: StudioReader,
  signal: AbortSignal,
  nowMs: number,
  known?: ServiceDocument,
): Promise<KnownStudio> => {
  const reading = { client, signal };
  const state = await client.read('state.get', {}, { signal });
  const document = known ?? ((await client.readPath('/api/v2/openapi.json', { signal })) as unknown as ServiceDocument);
  const { alarms } = await readPart<Pick<KnownStudio, 'alarms'>>(client.read('alarm.list', {}, { signal }), {
    alarms: [],
  });
  return {
    document,
    state,
    clips: await clipsOf(reading, state),
    angles: await anglesOf(reading, state),
    alarms,
    degraded: await readDegraded(client, signal),
    arrivals: {},
    readAtMs: nowMs,
  };
};
