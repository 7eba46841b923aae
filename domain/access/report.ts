// What a service tells the console of its callers: one shape for memory, disk, the wire and the console's own store.
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { listOf, oneOf, refined, text, unique, whole } from '../codec/codec.js';
import { parseAddress } from './address.js';
import type { RefusalReason } from './caller.js';

/** How many addresses of refused callers are known at the most (decisions, part 5). */
export const mostRefusedAddresses = 100;

/** How many last calls go into one report at the most; further ones wait for the next. */
export const mostLastCalls = 1_000;

/** Milliseconds since 1970 UTC, up to the last moment that JavaScript has a date for. */
const Moment = whole(0, 8_640_000_000_000_000);

const AddressText = refined(text(1, 64), (value) => O.isSome(parseAddress(value)), 'an IPv4 or IPv6 address');

const reasons: Readonly<Record<RefusalReason, true>> = {
  ...{ no_token: true, unknown_token: true, revoked_token: true, wrong_address: true, legacy_refused: true },
};

/** Why a caller wasn't let in, as a codec. */
export const RefusalReasonCodec = oneOf(...(Object.keys(reasons) as RefusalReason[]));

/** When a device called last, and from where. */
export const DeviceCall = t.readonly(t.type({ device: text(1, 64), time: Moment, address: AddressText }));
export type DeviceCall = t.TypeOf<typeof DeviceCall>;

/** Calls from one address that were answered 401. The reason is that of the last. */
export const RefusedCaller = t.readonly(
  t.type({ address: AddressText, reason: RefusalReasonCodec, count: whole(1, 2 ** 52), lastTime: Moment }),
);
export type RefusedCaller = t.TypeOf<typeof RefusedCaller>;

const atMost = <A>(most: number, list: t.Type<readonly A[], unknown>): t.Type<readonly A[], unknown> =>
  refined(list as t.Type<readonly A[]>, ({ length }) => length <= most, `at most ${String(most)} entries`);

/** Refused callers, each counted since the batch before. Under one id it is the same batch, however often it is sent. */
export const RefusalBatch = t.readonly(
  t.type({
    id: text(1, 64),
    callers: atMost(
      mostRefusedAddresses,
      unique(listOf(RefusedCaller), ({ address }) => address, 'address'),
    ),
  }),
);
export type RefusalBatch = t.TypeOf<typeof RefusalBatch>;

/** One report. Saying the same again changes nothing. */
export const CallReport = t.readonly(
  t.type({ lastCalls: atMost(mostLastCalls, listOf(DeviceCall)), refusals: t.union([RefusalBatch, t.null]) }),
);
export type CallReport = t.TypeOf<typeof CallReport>;
