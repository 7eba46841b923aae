// The endpoints of the history: who changed what, and when.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { inAllStudios, inStudio } from '../../../domain/console/requirement.js';
import { historySections } from '../../../domain/console/history-section.js';
import { dateTime, described } from '../../../domain/codec/codec.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { fromText, optional, someText, wholeNumber, type Values } from '../../api/parameters.js';
import { endpoint } from './endpoint.js';
import { fullEntry, HistoryEntryOverview, listedEntry } from './history-overview.js';
import { mappedHistory } from './history-pages.js';
import { changeParameters, restoreEndpoints } from './restore.js';
import type { ConsoleServices } from '../console-services.js';
import { findStudio, studioParameter } from './studio-access.js';

/** A removed studio as the API returns it. */
export const RemovedStudioOverview = t.readonly(t.type({ id: t.string, lastChange: dateTime }), 'RemovedStudio');

const HistoryList = t.readonly(t.type({ changes: t.readonlyArray(HistoryEntryOverview) }));

const defaultLimit = 50;

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\d/.test(text);

const time = fromText('a time such as 2026-01-31T12:00:00Z, or a day such as 2026-01-31', (text) =>
  isTime(text) ? Date.parse(text) : undefined,
);

const section = fromText(`one of ${historySections.join(', ')}`, (text) =>
  historySections.find((name) => name === text),
);

const page = {
  before: optional(wholeNumber(0, 2 ** 49)),
  limit: optional(wholeNumber(1, 200)),
  operator: described(optional(someText), { description: 'Only changes of operators whose name contains this text' }),
  from: described(optional(time), { description: 'Only changes at this time or later' }),
  to: described(optional(time), { description: 'Only changes before this time' }),
};

const studioPage = {
  ...page,
  section: described(optional(section), { description: 'Only changes of this section' }),
  device: described(optional(someText), { description: 'Only changes of the device with this id' }),
};

type Ports = Pick<ConsoleServices, 'store'>;
type PageParameters = Values<typeof page> & Partial<Values<typeof studioPage>>;

const list = async (ports: Ports, studioId: string | null, { limit = defaultLimit, ...filter }: PageParameters) => ({
  value: { changes: await mappedHistory(ports, studioId, { ...filter, limit }, listedEntry) },
});

export const listStudioHistory = endpoint({
  name: 'change.list',
  summary: 'List the changes of a studio, newest first',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id/changes',
  params: studioParameter,
  query: studioPage,
  result: HistoryList,
  run: async (ports: Ports, { id, ...pageParameters }) => {
    const listed = await list(ports, id, pageParameters);
    return pipe(
      await findStudio(ports, id),
      E.map(() => listed),
    );
  },
});

/** Returns one entry, or that it is unknown. */
const one = async ({ store }: Ports, studioId: string | null, change: number) => {
  const [entry] = await store.history(studioId, { since: change, before: change + 1, limit: 1 });
  return entry === undefined
    ? E.left(failure('not_found', `there is no change ${String(change)}`))
    : E.right({ value: { change: fullEntry(entry) } });
};

const OneChange = t.readonly(t.type({ change: HistoryEntryOverview }));

export const getStudioChange = endpoint({
  name: 'change.get',
  summary: 'Get one change of a studio with all its fields before and after',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id/changes/:change',
  params: changeParameters,
  result: OneChange,
  run: async (ports: Ports, { id, change }) => {
    const found = await findStudio(ports, id);
    return E.isLeft(found) ? found : one(ports, id, change);
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

const findRemoved = async ({ store }: Ports, id: string): Promise<E.Either<Failure, string>> =>
  (await store.removedStudios()).some((removed) => removed.id === id)
    ? E.right(id)
    : E.left(failure('not_found', `there is no removed studio "${id}"`));

export const listRemovedStudioHistory = endpoint({
  name: 'change.list.removed',
  summary: 'List the changes of a removed studio, newest first',
  intent: 'read',
  requires: inAllStudios('admin'),
  path: '/removed-studios/:id/changes',
  params: studioParameter,
  query: studioPage,
  result: HistoryList,
  run: async (ports: Ports, { id, ...pageParameters }) => {
    const removed = await findRemoved(ports, id);
    return E.isLeft(removed) ? removed : E.right(await list(ports, id, pageParameters));
  },
});

export const getRemovedStudioChange = endpoint({
  name: 'change.get.removed',
  summary: 'Get one change of a removed studio with all its fields before and after',
  intent: 'read',
  requires: inAllStudios('admin'),
  path: '/removed-studios/:id/changes/:change',
  params: changeParameters,
  result: OneChange,
  run: async (ports: Ports, { id, change }) => {
    const removed = await findRemoved(ports, id);
    return E.isLeft(removed) ? removed : one(ports, id, change);
  },
});

export const historyEndpoints = [
  listStudioHistory,
  getStudioChange,
  ...restoreEndpoints,
  listConsoleHistory,
  listRemovedStudios,
  listRemovedStudioHistory,
  getRemovedStudioChange,
];
