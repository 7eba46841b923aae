// The devices and addresses of all studios, as operators find them (CONSOLE-34). They are kept in memory, and those of a studio
// are read again once its configuration or its reports have changed.
import * as O from 'fp-ts/lib/Option.js';
import { parseAddress, parseRange, rangeContains, type Address } from '../../../domain/access/address.js';
import type { KnownCaller } from '../../../domain/access/refused-callers.js';
import { containsWords, fold } from '../../../domain/console/folded-search.js';
import type { ConsoleStore, StudioEntry, StudioSyncStatus } from '../../ports/console-store.js';

/** What a record is. */
export const recordKinds = ['device', 'allowed_address', 'refused_caller'] as const;
type RecordKind = (typeof recordKinds)[number];

/** A device or an address of a studio. */
export interface StudioRecord {
  readonly kind: RecordKind;
  readonly studioId: string;
  readonly studioName: string;
  /** The id of a device; null for an address. */
  readonly id: string | null;
  /** The name of a device, or the address. */
  readonly name: string;
  /** The fixed address of a device, or the label of an allowed address; empty if there is none. */
  readonly detail: string;
}

/** What a search has found: the first records, and the number of further ones. */
export interface FoundRecords {
  readonly records: readonly StudioRecord[];
  readonly more: number;
}

/** A search. */
export interface RecordSearch {
  /** Words in any order, or an address. */
  readonly text: string;
  /** The most records that are returned. */
  readonly limit: number;
  /** Whether the operator may see a studio. */
  readonly maySee: (studioId: string) => boolean;
}

/** The records of all studios. */
export interface StudioRecords {
  /** Finds records by words of their names, details and studios, by the beginning of an id, and by an address in them. */
  readonly find: (search: RecordSearch) => Promise<FoundRecords>;
}

/** A record, and what is compared with a search. */
interface IndexedRecord {
  readonly record: StudioRecord;
  readonly folded: string;
  readonly contains: (address: Address) => boolean;
}

/** The records of a studio in one state. */
interface IndexedStudio {
  readonly state: string;
  readonly records: readonly IndexedRecord[];
}

type Details = Omit<StudioRecord, 'studioId' | 'studioName'>;

const detailsOf = ({ configuration }: StudioEntry, refused: readonly KnownCaller[]): readonly Details[] => [
  ...configuration.devices.map(({ id, name, fixedAddress }) => ({
    kind: 'device' as const,
    id,
    name,
    detail: fixedAddress ?? '',
  })),
  ...configuration.access.listedDevices.map(({ address, label }) => ({
    kind: 'allowed_address' as const,
    id: null,
    name: address,
    detail: label,
  })),
  ...refused.map(({ address }) => ({ kind: 'refused_caller' as const, id: null, name: address, detail: '' })),
];

const containsOf = ({ kind, name, detail }: Details): IndexedRecord['contains'] => {
  const range = parseRange(kind === 'device' ? detail : name);
  return O.isNone(range) ? () => false : rangeContains(range.value);
};

const indexed = (entry: StudioEntry, refused: readonly KnownCaller[]): readonly IndexedRecord[] => {
  const { id: studioId, name: studioName } = entry.studio;
  return detailsOf(entry, refused).map((details) => {
    const { name, detail } = details;
    const folded = fold([name, detail, studioName, studioId].join(' '));
    return { record: { ...details, studioId, studioName }, folded, contains: containsOf(details) };
  });
};

/** Returns a text that differs once the records of a studio may have changed. */
const stateOf = ({ desiredVersion, reports, studio }: StudioSyncStatus): string =>
  [desiredVersion, reports, studio.name].join(' ');

/** How many studios are read at a time. */
const chunkSize = 50;

const chunksOf = <A>(values: readonly A[]): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(values.length / chunkSize) }, (_, place) =>
    values.slice(place * chunkSize, (place + 1) * chunkSize),
  );

/** How many characters of an id find its device. Ids are random, so fewer would find devices by chance. */
const minIdLength = 6;

/** Returns the records that match, those whose names begin with the text first. */
const matching = (records: readonly IndexedRecord[], text: string): readonly StudioRecord[] => {
  const hasWords = containsWords(text);
  const address = parseAddress(text.trim());
  const start = fold(text.trim());
  const isId = (id: string | null): boolean => id !== null && start.length >= minIdLength && id.startsWith(start);
  const found = records.filter(
    ({ record, folded, contains }) =>
      hasWords(folded) || isId(record.id) || (O.isSome(address) && contains(address.value)),
  );
  const { first = [], other = [] } = Object.groupBy(found, ({ folded }) =>
    folded.startsWith(start) ? 'first' : 'other',
  );
  return [...first, ...other].map(({ record }) => record);
};

type Store = Pick<ConsoleStore, 'syncStatuses' | 'studio' | 'refusedCallers'>;

/** Creates the records, which are read at the first search. */
export const studioRecords = (store: Store): StudioRecords => {
  const byStudio = new Map<string, IndexedStudio>();

  const refresh = async (status: StudioSyncStatus): Promise<void> => {
    const { id } = status.studio;
    const [entry, refused] = await Promise.all([store.studio(id), store.refusedCallers(id)]);
    if (entry !== undefined) byStudio.set(id, { state: stateOf(status), records: indexed(entry, refused) });
  };

  const forgetRemoved = (statuses: readonly StudioSyncStatus[]): void => {
    const present = new Set(statuses.map(({ studio }) => studio.id));
    for (const id of byStudio.keys()) if (!present.has(id)) byStudio.delete(id);
  };

  return {
    find: async ({ text, limit, maySee }) => {
      const statuses = await store.syncStatuses();
      forgetRemoved(statuses);
      const visible = statuses.filter(({ studio }) => maySee(studio.id));
      const outdated = visible.filter((status) => byStudio.get(status.studio.id)?.state !== stateOf(status));
      for (const chunk of chunksOf(outdated)) await Promise.all(chunk.map(refresh));
      const found = matching(
        visible.flatMap(({ studio }) => byStudio.get(studio.id)?.records ?? []),
        text,
      );
      return { records: found.slice(0, limit), more: Math.max(0, found.length - limit) };
    },
  };
};
