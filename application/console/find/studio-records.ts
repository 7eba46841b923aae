// The devices and addresses of all studios, as operators find them (CONSOLE-34).
import * as O from 'fp-ts/lib/Option.js';
import { parseAddress } from '../../../domain/access/address.js';
import { fold, foldedWords } from '../../../domain/console/folded-search.js';
import type { Clock } from '../../ports/clock.js';
import { taskQueue } from '../../state/task-queue.js';
import {
  containsAddress,
  recordIndex,
  type IndexedRecord,
  type IndexedStudio,
  type RecordStore,
} from './record-index.js';
import type { StudioRecord } from './studio-record.js';

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

/** How many characters of an id find its device. Ids are random, so fewer would find devices by chance. */
const minIdLength = 6;

/** How many records are compared before other work of the process has its turn. */
const sliceSize = 20_000;

/** Returns the test whether a record of a studio matches a text. */
const matcher = (text: string) => {
  const words = foldedWords(text);
  const address = parseAddress(text.trim());
  const start = fold(text.trim());
  const isId = (id: string | null): boolean => id !== null && start.length >= minIdLength && id.startsWith(start);
  return (studio: IndexedStudio, { record, folded }: IndexedRecord): boolean =>
    words.every((word) => folded.includes(word) || studio.folded.includes(word)) ||
    isId(record.id) ||
    (O.isSome(address) && containsAddress(record, address.value));
};

/** Returns the records that match, those whose names begin with the text first. */
const matching = async (
  studios: readonly IndexedStudio[],
  text: string,
  clock: Clock,
): Promise<readonly StudioRecord[]> => {
  const matches = matcher(text);
  const found: IndexedRecord[] = [];
  let compared = 0;
  for (const studio of studios) {
    const records = [...studio.configured, ...studio.refused];
    for (const record of records) if (matches(studio, record)) found.push(record);
    compared += records.length;
    if (compared < sliceSize) continue;
    compared = 0;
    await new Promise<void>((resolve) => void clock.after(0, resolve));
  }
  const start = fold(text.trim());
  const { first = [], other = [] } = Object.groupBy(found, ({ folded }) =>
    folded.startsWith(start) ? 'first' : 'other',
  );
  return [...first, ...other].map(({ record }) => record);
};

/** Creates the records, which are read at the first search. Searches run one after the other. */
export const studioRecords = (store: RecordStore, clock: Clock): StudioRecords => {
  const index = recordIndex(store, clock);
  const next = taskQueue();
  return {
    find: ({ text, limit, maySee }) =>
      next(async () => {
        const visible = (await index.current()).filter(({ id }) => maySee(id));
        const found = await matching(visible, text, clock);
        return { records: found.slice(0, limit), more: Math.max(0, found.length - limit) };
      }),
  };
};
