// The endpoints of the refused callers of a studio.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { KnownCaller } from '../../../domain/access/refused-callers.js';
import { pairingCode } from '../../../domain/access/pairing-code.js';
import { described, integer, orNull } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { endpoint } from './endpoint.js';
import type { StudioEntry } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { findStudio, historyEntry, studioParameter } from './studio-access.js';
import { withVersion } from './studios.js';

const counted = { count: integer(1, Number.MAX_SAFE_INTEGER), lastTime: t.string };

/** The codes of reasons; services of later versions may have others. */
const Reason = described(t.string, { description: 'Such as `no_token` or `read_only`; later versions may add others' });

const RefusedReasonOverview = t.readonly(
  t.type({
    reason: Reason,
    ...counted,
    device: orNull(
      t.readonly(t.type({ id: t.string, name: t.string })),
      'The device whose token was used; null if the token is unknown, or the device was removed',
    ),
    forwarded: described(t.boolean, {
      description: 'Whether a proxy forwarded the last one: its address admits nobody',
    }),
    code: orNull(t.string, 'The code that a screen with this unknown token shows; null for any other reason'),
  }),
);

/** The refused calls from one address. Reason and time (ISO 8601, UTC) are those of the last one. */
const RefusedCallerOverview = t.readonly(
  t.type({
    address: t.string,
    reason: Reason,
    ...counted,
    reasons: described(t.readonlyArray(RefusedReasonOverview), {
      description: 'Newest first, at most 8. Services of earlier versions report only the last reason',
    }),
  }),
  'RefusedCaller',
);
export type RefusedCallerOverview = t.TypeOf<typeof RefusedCallerOverview>;

type Ports = Pick<ConsoleServices, 'store'>;

const overviewOf = ({ configuration: { devices } }: Pick<StudioEntry, 'configuration'>) => {
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const deviceOf = (id: string | undefined): RefusedCallerOverview['reasons'][number]['device'] => {
    const name = id === undefined ? undefined : names.get(id);
    return id === undefined || name === undefined ? null : { id, name };
  };
  return ({ address, reason, count, lastTime, reasons = [] }: KnownCaller): RefusedCallerOverview => ({
    address,
    reason,
    count,
    lastTime: utcTime(lastTime),
    reasons: reasons.map((one) => ({
      reason: one.reason,
      count: one.count,
      lastTime: utcTime(one.lastTime),
      device: deviceOf(one.device),
      forwarded: one.forwarded === true,
      code: one.tokenHash === undefined ? null : pairingCode(one.tokenHash),
    })),
  });
};

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
    return E.right({ value: { refusedCallers: (await ports.store.refusedCallers(id)).map(overviewOf(found.right)) } });
  },
});

export const clearRefusedCallers = endpoint({
  name: 'refused.clear',
  summary: 'Clear the list of refused callers',
  intent: 'remove',
  requires: inStudio('operator'),
  path: '/studios/:id/refused-callers',
  params: studioParameter,
  run: async (ports: Ports & Pick<ConsoleServices, 'clock'>, { id }, context) => {
    const found = await findStudio(ports, id);
    if (E.isLeft(found)) return found;
    if ((await ports.store.refusedCallers(id)).length === 0) return withVersion(ports, id, E.right(undefined));
    const entry = historyEntry(ports, context, 'cleared the list of refused callers');
    return (await ports.store.clearRefusedCallers(id, entry))
      ? withVersion(ports, id, E.right(undefined))
      : E.left(studioNotFound(id));
  },
});

export const refusedCallerEndpoints = [listRefusedCallers, clearRefusedCallers];
