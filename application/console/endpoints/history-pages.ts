// Reads histories in pages: entries may record thousands of fields, so only those of one page are in memory.
import type { ConsoleServices } from '../console-services.js';
import type { HistoryPage, StoredHistoryEntry } from '../../ports/console-store.js';

/** Entries of a page. */
const pageSize = 50;

/** Returns what `f` makes of each of the newest `limit` entries that a filter admits, newest first. */
export const mappedHistory = async <A>(
  { store }: Pick<ConsoleServices, 'store'>,
  studioId: string | null,
  { limit, ...filter }: HistoryPage,
  f: (entry: StoredHistoryEntry) => A,
): Promise<readonly A[]> => {
  const mapped: A[] = [];
  let { before } = filter;
  for (;;) {
    const size = Math.min(pageSize, limit - mapped.length);
    const page = await store.history(studioId, { ...filter, before, limit: size });
    mapped.push(...page.map(f));
    before = page.at(-1)?.id;
    if (page.length < size || mapped.length >= limit || before === undefined) return mapped;
  }
};
