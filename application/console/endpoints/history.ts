// The endpoints of the history: who changed what, and when.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { inAllStudios, inStudio } from '../../../domain/console/requirement.js';
import { dateTime } from '../../../domain/codec/codec.js';
import { failure } from '../../../domain/failure.js';
import { optional, wholeNumber, type Values } from '../../api/parameters.js';
import { endpoint } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import type { StoredHistoryEntry } from '../../ports/console-store.js';
import { findStudio, studioParameter } from './studio-access.js';

/** A history entry as the API returns it. `version` is that of the studio's configuration after the change. */
export const HistoryEntryOverview = t.readonly(
  t.type({
    id: t.number,
    time: dateTime,
    operator: t.string,
    /** The name of the endpoint. */
    action: t.string,
    summary: t.string,
    version: t.union([t.number, t.null]),
    /** What was changed, as paths such as `access.apiEnabled`; null if that was not recorded. */
    subjects: t.union([t.readonlyArray(t.string), t.null]),
  }),
  'Change',
);

/** A removed studio as the API returns it. */
export const RemovedStudioOverview = t.readonly(t.type({ id: t.string, lastChange: dateTime }), 'RemovedStudio');

const HistoryList = t.readonly(t.type({ changes: t.readonlyArray(HistoryEntryOverview) }));

const defaultLimit = 50;

const page = { before: optional(wholeNumber(0, 2 ** 49)), limit: optional(wholeNumber(1, 200)) };

type Ports = Pick<ConsoleServices, 'store'>;
type PageParameters = Values<typeof page>;

const overview = ({ time, subjects, ...rest }: StoredHistoryEntry) => ({
  ...rest,
  subjects: subjects ?? null,
  time: utcTime(time),
});

const list = async ({ store }: Ports, studioId: string | null, { before, limit = defaultLimit }: PageParameters) => {
  const entries = await store.history(studioId, { before, limit });
  return { value: { changes: entries.map(overview) } };
};

export const listStudioHistory = endpoint({
  name: 'change.list',
  summary: 'List the changes of a studio, newest first',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id/changes',
  params: studioParameter,
  query: page,
  result: HistoryList,
  run: async (ports: Ports, { id, ...pageParameters }) => {
    const listed = await list(ports, id, pageParameters);
    return pipe(
      await findStudio(ports, id),
      E.map(() => listed),
    );
  },
});

export const listConsoleHistory = endpoint({
  name: 'change.list.console',
  summary: 'List the changes of the console itself, such as operators and removed studios, newest first',
  intent: 'read',
  requires: inAllStudios('admin'),
  path: '/changes',
  query: page,
  result: HistoryList,
  run: async (ports: Ports, pageParameters) => E.right(await list(ports, null, pageParameters)),
});

export const listRemovedStudios = endpoint({
  name: 'studio.removed.list',
  summary: 'List the removed studios whose history is kept, the last removed first, at most 1,000',
  intent: 'read',
  requires: inAllStudios('admin'),
  path: '/removed-studios',
  result: t.readonly(t.type({ removedStudios: t.readonlyArray(RemovedStudioOverview) })),
  run: async ({ store }: Ports) => {
    const removed = await store.removedStudios();
    return E.right({
      value: {
        removedStudios: removed.map(({ id, lastTime }) => ({ id, lastChange: utcTime(lastTime) })),
      },
    });
  },
});

export const listRemovedStudioHistory = endpoint({
  name: 'change.list.removed',
  summary: 'List the changes of a removed studio, newest first',
  intent: 'read',
  requires: inAllStudios('admin'),
  path: '/removed-studios/:id/changes',
  params: studioParameter,
  query: page,
  result: HistoryList,
  run: async (ports: Ports, { id, ...pageParameters }) =>
    (await ports.store.removedStudios()).some((removed) => removed.id === id)
      ? E.right(await list(ports, id, pageParameters))
      : E.left(failure('not_found', `there is no removed studio "${id}"`)),
});

export const historyEndpoints = [listStudioHistory, listConsoleHistory, listRemovedStudios, listRemovedStudioHistory];
