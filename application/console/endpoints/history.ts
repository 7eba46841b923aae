// Who changed what, and when.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { dateTime } from '../../../domain/codec/codec.js';
import { optional, wholeNumber, type Values } from '../../api/parameters.js';
import { endpoint } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import type { StoredHistoryEntry } from '../../ports/console-store.js';
import { findStudio, studioParameter } from './studio-access.js';

/** A change that an operator made. `version` is that of the studio's configuration once it was made. */
export const HistoryEntryOverview = t.readonly(
  t.type({
    id: t.number,
    time: dateTime,
    operator: t.string,
    /** The name of the endpoint. */
    action: t.string,
    summary: t.string,
    version: t.union([t.number, t.null]),
  }),
  'Change',
);

const Changes = t.readonly(t.type({ changes: t.readonlyArray(HistoryEntryOverview) }));

const customaryLimit = 50;

const page = { before: optional(wholeNumber(0, 2 ** 49)), limit: optional(wholeNumber(1, 200)) };

type Ports = Pick<ConsoleServices, 'store'>;
type Wanted = Values<typeof page>;

const overview = ({ time, ...rest }: StoredHistoryEntry) => ({ ...rest, time: new Date(time).toISOString() });

const list = async ({ store }: Ports, studioId: string | null, { before, limit = customaryLimit }: Wanted) => {
  const notes = await store.history(studioId, { before, limit });
  return { value: { changes: notes.map(overview) } };
};

export const studioChanges = endpoint({
  name: 'change.list',
  summary: 'Who changed what of a studio, newest first',
  intent: 'read',
  path: '/studios/:id/changes',
  params: studioParameter,
  query: page,
  result: Changes,
  run: async (ports: Ports, { id, ...wanted }) => {
    const listed = await list(ports, id, wanted);
    return pipe(
      await findStudio(ports, id),
      E.map(() => listed),
    );
  },
});

export const consoleChanges = endpoint({
  name: 'change.list.console',
  summary: 'Who changed what that belongs to no studio: operators, and studios removed; newest first',
  intent: 'read',
  role: 'admin',
  path: '/changes',
  query: page,
  result: Changes,
  run: async (ports: Ports, wanted) => E.right(await list(ports, null, wanted)),
});

export const changeEndpoints = [studioChanges, consoleChanges];
