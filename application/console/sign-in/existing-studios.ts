// Which studios of a list exist.
import type { StudioRoles } from '../../../domain/console/operator.js';
import { invalid, type Failure } from '../../../domain/failure.js';
import type { ConsoleStore } from '../../ports/console-store.js';

/** Returns the ids of a list that are those of existing studios. */
export const existingStudios = async (
  store: Pick<ConsoleStore, 'syncStatuses'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(ids.length === 0 ? [] : (await store.syncStatuses(ids)).map(({ studio }) => studio.id));

/** Returns a failure that names a studio of the roles that doesn't exist. */
export const unknownStudio = async (
  { store }: { readonly store: Pick<ConsoleStore, 'syncStatuses'> },
  roles: StudioRoles,
): Promise<Failure | undefined> => {
  const ids = Object.keys(roles);
  const known = await existingStudios(store, ids);
  const unknown = ids.find((id) => !known.has(id));
  return unknown === undefined
    ? undefined
    : invalid([{ path: 'studioRoles', expected: 'ids of studios', got: JSON.stringify(unknown) }]);
};
