// The list of studios, whole or in pages.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described } from '../../../domain/codec/codec.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import { signedIn } from '../../../domain/console/requirement.js';
import { StudioId } from '../../../domain/console/studio.js';
import type { StudioPage } from '../../ports/console-store.js';
import { fromText, optional, wholeNumber } from '../../api/parameters.js';
import { endpoint } from './endpoint.js';
import { studioOverview, StudioOverview, type StudioPorts } from './studios.js';

/** The most studios of a page: all of them are in memory at once. */
export const maxPage = 2_000;

const page = {
  limit: described(optional(wholeNumber(1, maxPage)), { description: 'At most so many studios; default: all' }),
  after: described(optional(fromText('the id of a studio', (text) => (StudioId.is(text) ? text : undefined))), {
    description: 'Only studios whose ids follow this one, which is `next` of the page before',
  }),
};

/** Returns the ids of the studios that an operator may see, in their order: all, or those of the operator's roles. */
const visibleIds = async (
  { store }: Pick<StudioPorts, 'store'>,
  operator: OperatorRoles,
  { limit, after }: StudioPage,
): Promise<readonly string[]> =>
  operator.role === null
    ? Object.keys(operator.studioRoles)
        .filter((id) => id > after)
        .sort()
        .slice(0, limit)
    : store.studioIds({ after, limit });

const StudioList = t.readonly(
  t.type({
    studios: t.readonlyArray(StudioOverview),
    next: described(t.union([t.string, t.null]), {
      description: 'The value of `after` for the next page; null if there is none',
    }),
  }),
);

export const listStudios = endpoint({
  name: 'studio.list',
  summary: 'List the studios that you may see, with their sync status, ordered by id',
  intent: 'read',
  requires: signedIn,
  path: '/studios',
  query: page,
  result: StudioList,
  run: async (ports: StudioPorts, { limit = Infinity, after = '' }, { operator }) => {
    // One more than is returned shows whether another page follows.
    const ids = await visibleIds(ports, operator, { limit: limit + 1, after });
    const shown = ids.slice(0, limit);
    const now = ports.clock.now();
    const studios = (await ports.store.syncStatuses(shown)).map((status) => studioOverview(status, now));
    return E.right({ value: { studios, next: ids.length > shown.length ? (shown.at(-1) ?? null) : null } });
  },
});
