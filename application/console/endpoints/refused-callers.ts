// The callers that a studio's service has refused, as operators see them: who knocks, and why nobody opens.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { RefusalReasonCodec, type RefusedCaller } from '../../../domain/access/report.js';
import { integer } from '../../../domain/codec/codec.js';
import { endpoint } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import { findStudio, noStudio, historyEntry, studioParameter } from './studio-access.js';

/** Refused calls from one address; the reason is that of the last, its time ISO-8601 UTC. */
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
  lastTime: new Date(lastTime).toISOString(),
});

export const refusedCallers = endpoint({
  name: 'refused.list',
  summary: 'The callers that a studio has refused, newest first, 100 addresses at the most',
  intent: 'read',
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
  path: '/studios/:id/refused-callers',
  params: studioParameter,
  run: async (ports: Ports & Pick<ConsoleServices, 'clock'>, { id }, asking) =>
    (await ports.store.clearRefusedCallers(id, historyEntry(ports, asking, 'cleared the list of refused callers')))
      ? E.right({ value: undefined })
      : E.left(noStudio(id)),
});

export const refusedCallerEndpoints = [refusedCallers, clearRefusedCallers];
