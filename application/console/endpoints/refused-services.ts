// The services that the console refused recently for a wrong key or an unknown studio id.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { dateTime, oneOf } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { inStudio } from '../../../domain/console/requirement.js';
import type { ConsoleServices } from '../console-services.js';
import type { RefusedService } from '../sync/refused-services.js';
import { endpoint } from './endpoint.js';
import { findStudio, studioParameter } from './studio-access.js';

/** A service that was refused: it named a studio with a wrong key, or a studio that doesn't exist. */
const RefusedServiceOverview = t.readonly(
  t.type({ reason: oneOf('wrong_key', 'unknown_studio'), studioId: t.string, address: t.string, lastTime: dateTime }),
  'RefusedService',
);
type RefusedServiceOverview = t.TypeOf<typeof RefusedServiceOverview>;

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'refusedServices'>;

/** How long a refusal is listed, in milliseconds. */
const listedMs = 15 * 60_000;

const overview = (
  { studioId, address, time }: RefusedService,
  reason: RefusedServiceOverview['reason'],
): RefusedServiceOverview => ({ reason, studioId, address, lastTime: utcTime(time) });

/** Returns the refused services that named a studio which doesn't exist. */
const unknownStudios = async (
  { store }: Ports,
  refused: readonly RefusedService[],
): Promise<readonly RefusedServiceOverview[]> => {
  const existing = await store.syncStatuses(refused.map(({ studioId }) => studioId));
  const ids = new Set(existing.map(({ studio }) => studio.id));
  return refused.filter(({ studioId }) => !ids.has(studioId)).map((one) => overview(one, 'unknown_studio'));
};

export const listRefusedServices = endpoint({
  name: 'refused-service.list',
  summary:
    'List the services that this console process refused in the last 15 minutes: with a wrong key for the studio, and, for admins of all studios, with an unknown studio id',
  intent: 'read',
  requires: inStudio('admin'),
  path: '/studios/:id/refused-services',
  params: studioParameter,
  result: t.readonly(t.type({ refusedServices: t.readonlyArray(RefusedServiceOverview) })),
  run: async (ports: Ports, { id }, { operator }) => {
    const recent = ports.refusedServices.since(ports.clock.now() - listedMs);
    const own = recent.filter(({ studioId }) => studioId === id).map((one) => overview(one, 'wrong_key'));
    const others = operator.role === 'admin' ? await unknownStudios(ports, recent) : [];
    return pipe(
      await findStudio(ports, id),
      E.map(() => ({ value: { refusedServices: [...own, ...others] } })),
    );
  },
});

export const refusedServiceEndpoints = [listRefusedServices];
