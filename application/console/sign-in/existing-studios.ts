// Which studios of a list exist.
import type { ConsoleStore } from '../../ports/console-store.js';

/** Returns the ids of a list that are those of existing studios. */
export const existingStudios = async (
  store: Pick<ConsoleStore, 'syncStatuses'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(ids.length === 0 ? [] : (await store.syncStatuses(ids)).map(({ studio }) => studio.id));
