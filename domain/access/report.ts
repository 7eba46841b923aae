// Call reports: one codec for memory, disk, the wire and the console's store.
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { boundedListOf, refined, text, unique, integer } from '../codec/codec.js';
import { parseAddress } from './address.js';
import type { RefusalReason } from './caller.js';
import { TokenHash } from './token.js';

/** Maximum number of addresses of refused callers (REPORT-5). */
export const maxRefusedAddresses = 100;

/** Places that callers with a valid token, and those without, keep of {@link maxRefusedAddresses} whatever the others do (REPORT-11). */
export const keptAddresses = 50;

/** The most addresses of one device among its refused calls with a valid token. A public IPv6 /64 counts as one (REPORT-11). */
export const maxDeniedAddresses = 8;

/** Maximum number of last calls in one report. Further ones wait for the next report. */
export const maxLastCalls = 1_000;

/** Milliseconds since 1970 UTC, up to the latest date of JavaScript. */
const EpochMs = integer(0, 8_640_000_000_000_000);

const AddressText = refined(text(1, 64), (value) => O.isSome(parseAddress(value)), 'an IPv4 or IPv6 address');

/** The reasons of calls that were answered 401. */
const reasons: Readonly<Record<RefusalReason, true>> = {
  no_token: true,
  unknown_token: true,
  revoked_token: true,
  expired_token: true,
  wrong_address: true,
  legacy_refused: true,
};

/** Whether a reason is one of a call that was answered 401. */
export const isUnadmitted = (reason: string): boolean => Object.hasOwn(reasons, reason);

/** A word for programs, such as an error code. Newer services may send others than those that this program knows. */
export const CodeWord = refined(t.string, (word) => /^[a-z0-9_]{1,64}$/.test(word), 'a word of a to z, 0 to 9 and _', {
  type: 'string',
  pattern: '^[a-z0-9_]{1,64}$',
});

/** How a call was answered: its HTTP status, and the error code; null for a success. */
export const CallAnswer = t.readonly(t.type({ status: integer(100, 599), error: t.union([CodeWord, t.null]) }));
export type CallAnswer = t.TypeOf<typeof CallAnswer>;

const firstFailure = 400;
const forbidden = 403;

/** Whether a call was answered with an error. */
export const isFailure = ({ status }: CallAnswer): boolean => status >= firstFailure;

/** Whether a call of a device was refused in spite of its valid token: with 403, or because of its station (REPORT-10). */
export const isRefusal = ({ status, error }: CallAnswer): boolean =>
  status === forbidden || error === 'station_mismatch';

/**
 * Time and address of a device's last call. `oldToken` is the number of the old token, if the call was made with one: such
 * calls are reported apart (REPORT-7). `answer` is absent if the call isn't answered yet, and in reports of older services.
 */
export const DeviceCall = t.readonly(
  t.intersection([
    t.type({ device: text(1, 64), time: EpochMs, address: AddressText }),
    t.partial({ oldToken: integer(1, 2 ** 32), answer: CallAnswer }),
  ]),
);
export type DeviceCall = t.TypeOf<typeof DeviceCall>;

/** The most refused calls that one entry counts. */
export const maxRefusedCount = 2 ** 52;

/** The most reasons of one address. The oldest is dropped (REPORT-9). */
export const maxReasons = 8;

/** The most unknown tokens of one address among its reasons. Those that have called most often are kept (PAIRING-3). */
export const maxUnknownTokens = 4;

/** The most entries of refused devices in one report. The oldest is dropped (REPORT-10). */
export const maxDenied = 200;

const counted = { count: integer(1, maxRefusedCount), lastTime: EpochMs };

/**
 * Calls that were refused for one reason. `device` is the device whose token was used, if it is known. `forwarded`: a proxy
 * forwarded the last one, so its address admits nobody (ADDRESS-6). `tokenHash` is that of a token that no device has (PAIRING-1).
 */
export const RefusedReason = t.readonly(
  t.intersection([
    t.type({ reason: CodeWord, ...counted }),
    t.partial({ device: text(1, 64), forwarded: t.literal(true), tokenHash: TokenHash }),
  ]),
);
export type RefusedReason = t.TypeOf<typeof RefusedReason>;

/**
 * Calls from one address that were answered 401, with the reason of the last one. Services of earlier versions report no
 * `reasons`.
 */
export const RefusedCaller = t.readonly(
  t.intersection([
    t.type({ address: AddressText, reason: CodeWord, ...counted }),
    t.partial({ reasons: boundedListOf(RefusedReason, maxReasons) }),
  ]),
);
export type RefusedCaller = t.TypeOf<typeof RefusedCaller>;

/** Calls of one device from one address that were refused for one reason, although its token is valid (REPORT-10). */
export const DeniedCall = t.readonly(
  t.type({ address: AddressText, device: text(1, 64), reason: CodeWord, ...counted }),
);
export type DeniedCall = t.TypeOf<typeof DeniedCall>;

/**
 * Refused callers, counted since the previous batch. A batch that is sent again has the same id. Services of earlier versions
 * report no `denied`.
 */
export const RefusalBatch = t.readonly(
  t.intersection([
    t.type({
      id: text(1, 64),
      callers: unique(boundedListOf(RefusedCaller, maxRefusedAddresses), ({ address }) => address, 'address'),
    }),
    t.partial({ denied: boundedListOf(DeniedCall, maxDenied) }),
  ]),
);
export type RefusalBatch = t.TypeOf<typeof RefusalBatch>;

/** One report. Sending it again changes nothing. */
export const CallReport = t.readonly(
  t.type({ lastCalls: boundedListOf(DeviceCall, maxLastCalls), refusals: t.union([RefusalBatch, t.null]) }),
);
export type CallReport = t.TypeOf<typeof CallReport>;

const seenBy =
  (nowMs: number) =>
  <A extends { readonly lastTime: number }>(counts: A): A => ({
    ...counts,
    lastTime: Math.min(counts.lastTime, nowMs),
  });

/** Returns a report whose times aren't later than a time: the clock of a service may be ahead of the console's (CONSOLE-37). */
export const notLater = ({ lastCalls, refusals }: CallReport, nowMs: number): CallReport => {
  const seen = seenBy(nowMs);
  return {
    lastCalls: lastCalls.map((call) => ({ ...call, time: Math.min(call.time, nowMs) })),
    refusals: refusals && {
      ...refusals,
      callers: refusals.callers.map((caller) => ({
        ...seen(caller),
        ...(caller.reasons && { reasons: caller.reasons.map(seen) }),
      })),
      ...(refusals.denied && { denied: refusals.denied.map(seen) }),
    },
  };
};
