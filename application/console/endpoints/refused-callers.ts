// The endpoints of the refused callers of a studio.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { RefusalReasonCodec, type RefusedCaller } from '../../../domain/access/report.js';
import { integer } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { endpoint } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import { findStudio, historyEntry, studioParameter } from './studio-access.js';

/** The refused calls from one address. Reason and time (ISO 8601, UTC) are those of the last one. */
const RefusedCallerOverview = t.readonly(
  t.type({
    address: t.string,
    reason: RefusalReasonCodec,
    count: integer(1, Number.MAX_SAFE_INTEGER),
    lastTime: t.string,
  }),
  'RefusedCaller',
);

type Ports = Pick<ConsoleServices, 'store'>;

const overview = ({ lastTime, ...caller }: RefusedCaller): t.TypeOf<typeof RefusedCallerOverview> => ({
  ...caller,
  lastTime: utcTime(lastTime),
});

export const listRefusedCallers = endpoint({
  name: 'refused.list',
  summary: 'List the refused callers of a studio, newest first, at most 100 addresses',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id/refused-callers',
  params: studioParameter,
  result: t.readonly(t.type({ refusedCallers: t.readonlyArray(RefusedCallerOverview) })),
  run: async (ports: Ports, { id }) => {
    const found = await findStudio(ports, id);
    if (E.isLeft(found)) return found;
    return E.right({ value: { refusedCallers: (await ports.store.refusedCallers(id)).map(overview) } });
  },
});

export const clearRefusedCallers = endpoint({
  name: 'refused.clear',
  summary: 'Clear the list of refused callers',
  intent: 'remove',
  requires: inStudio('operator'),
  path: '/studios/:id/refused-callers',
  params: studioParameter,
  run: async (ports: Ports & Pick<ConsoleServices, 'clock'>, { id }, context) =>
    (await ports.store.clearRefusedCallers(id, historyEntry(ports, context, 'cleared the list of refused callers')))
      ? E.right({ value: undefined })
      : E.left(studioNotFound(id)),
});

export const refusedCallerEndpoints = [listRefusedCallers, clearRefusedCallers];
