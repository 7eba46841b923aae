// The records of all studios in memory. Configurations are read again once they have changed, and refused callers at most every
// 10 s, because reports arrive all the time. The index is dropped when nobody searches.
import * as O from 'fp-ts/lib/Option.js';
import { parseRange, rangeContains, type Address, type AddressRange } from '../../../domain/access/address.js';
import { fold } from '../../../domain/console/folded-search.js';
import type { Clock } from '../../ports/clock.js';
import type { ConsoleStore, SearchedStudio, StudioRevision } from '../../ports/console-store.js';
import type { StudioRecord } from './studio-record.js';

/** A record, and what is compared with a search. */
export interface IndexedRecord {
  readonly record: StudioRecord;
  readonly folded: string;
}

/** The records of a studio. */
export interface IndexedStudio {
  readonly id: string;
  /** Its name and id, folded. */
  readonly folded: string;
  readonly configured: readonly IndexedRecord[];
  readonly refused: readonly IndexedRecord[];
}

/** What the index reads. */
export type RecordStore = Pick<ConsoleStore, 'revisions' | 'searchedStudios' | 'refusedAddresses'>;

/** The index of the records. */
export interface RecordIndex {
  /** Reads what has changed; returns all studios, ordered by id. Must not run twice at a time. */
  readonly current: () => Promise<readonly IndexedStudio[]>;
}

/** How old refused callers may be, in milliseconds. */
const refusedMs = 10_000;

/** After this time without a search, the index is dropped, in milliseconds. */
const idleMs = 5 * 60_000;

/** How many studios one statement reads. */
const chunkSize = 500;

type Details = Pick<StudioRecord, 'kind' | 'id' | 'name' | 'detail'>;

const configuredDetails = ({ devices, listedDevices }: SearchedStudio): readonly Details[] => [
  ...devices.map(({ id, name, fixedAddress }) => ({ kind: 'device' as const, id, name, detail: fixedAddress ?? '' })),
  ...listedDevices.map(({ address, label }) => ({
    kind: 'allowed_address' as const,
    id: null,
    name: address,
    detail: label,
  })),
];

const refusedDetails = (address: string): Details => ({ kind: 'refused_caller', id: null, name: address, detail: '' });

/** Whether the range of a record contains an address. Most are single IPv4 addresses, which need no parsing. */
export const containsAddress = ({ kind, name, detail }: StudioRecord, address: Address): boolean => {
  const text = kind === 'device' ? detail : name;
  if (!text.includes('/') && !text.includes(':')) return text === address.text;
  return O.exists((range: AddressRange) => rangeContains(range)(address))(parseRange(text));
};

const indexed =
  ({ id: studioId, name: studioName }: StudioRevision['studio']) =>
  (details: Details): IndexedRecord => ({
    record: { ...details, studioId, studioName },
    folded: fold(`${details.name} ${details.detail}`),
  });

/** One part of the index, by studio: it is read again for the studios whose state has changed. */
const indexPart = (
  stateOf: (revision: StudioRevision) => string,
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly Details[]>>,
) => {
  const parts = new Map<string, { readonly state: string; readonly records: readonly IndexedRecord[] }>();

  const readChunk = async (revisions: readonly StudioRevision[]): Promise<void> => {
    const found = await read(revisions.map(({ studio }) => studio.id));
    for (const revision of revisions) {
      const records = (found.get(revision.studio.id) ?? []).map(indexed(revision.studio));
      parts.set(revision.studio.id, { state: stateOf(revision), records });
    }
  };

  return {
    refresh: async (revisions: readonly StudioRevision[]): Promise<void> => {
      const outdated = revisions.filter((revision) => parts.get(revision.studio.id)?.state !== stateOf(revision));
      for (let from = 0; from < outdated.length; from += chunkSize)
        await readChunk(outdated.slice(from, from + chunkSize));
    },
    retain: (ids: ReadonlySet<string>): void => {
      for (const id of parts.keys()) if (!ids.has(id)) parts.delete(id);
    },
    of: (id: string): readonly IndexedRecord[] => parts.get(id)?.records ?? [],
    clear: (): void => {
      parts.clear();
    },
  };
};

/** Creates the index, which is empty until it is read. */
export const recordIndex = (store: RecordStore, clock: Clock): RecordIndex => {
  const configured = indexPart(
    ({ desiredVersion, studio }) => `${String(desiredVersion)} ${studio.name}`,
    async (ids) => new Map((await store.searchedStudios(ids)).map((found) => [found.id, configuredDetails(found)])),
  );
  const refused = indexPart(
    ({ reports, studio }) => `${String(reports)} ${studio.name}`,
    async (ids) =>
      new Map([...(await store.refusedAddresses(ids))].map(([id, addresses]) => [id, addresses.map(refusedDetails)])),
  );
  let refusedReadAt = -Infinity;
  let cancelDrop = (): void => undefined;

  const drop = (): void => {
    configured.clear();
    refused.clear();
    refusedReadAt = -Infinity;
  };

  const refresh = async (revisions: readonly StudioRevision[]): Promise<void> => {
    await configured.refresh(revisions);
    if (clock.now() - refusedReadAt < refusedMs) return;
    await refused.refresh(revisions);
    refusedReadAt = clock.now();
  };

  return {
    current: async () => {
      cancelDrop();
      cancelDrop = clock.after(idleMs, drop);
      const revisions = await store.revisions();
      const ids = new Set(revisions.map(({ studio }) => studio.id));
      configured.retain(ids);
      refused.retain(ids);
      await refresh(revisions);
      return revisions.map(({ studio }) => ({
        id: studio.id,
        folded: fold(`${studio.name} ${studio.id}`),
        configured: configured.of(studio.id),
        refused: refused.of(studio.id),
      }));
    },
  };
};
