// The answer to an action with an idempotency key, as it is stored (IDEMPOTENCY-9).
import * as t from 'io-ts';
import type { FailureCode } from './failure.js';

const codes: Readonly<Record<FailureCode, null>> = {
  unauthorized: null,
  read_only: null,
  forbidden: null,
  feature_disabled: null,
  method_not_allowed: null,
  invalid_parameter: null,
  station_mismatch: null,
  not_found: null,
  conflict: null,
  device_error: null,
  device_unavailable: null,
  ack_timeout: null,
  unavailable: null,
  internal_error: null,
};

const KeptResponse = t.union([
  t.readonly(t.type({ failure: t.readonly(t.type({ code: t.keyof(codes), message: t.string })) })),
  t.readonly(
    t.type({ result: t.readonly(t.type({ body: t.readonly(t.record(t.string, t.unknown)), plain: t.string })) }),
  ),
  t.readonly(t.type({ result: t.literal('accepted') })),
]);

/** A call that was sent, and its answer. */
export const KeptAnswer = t.readonly(
  t.intersection([
    t.type({
      /** The identity of the caller. */
      owner: t.string,
      /** The digest of the key, because a caller may send a token as its key. */
      key: t.string,
      /** The digest of the call. */
      call: t.string,
      /** When the key is forgotten, in milliseconds since 1970 UTC. */
      endsAtMs: t.number,
      response: KeptResponse,
    }),
    t.partial({
      /** The id of the action. */
      action: t.string,
    }),
  ]),
);
export type KeptAnswer = t.TypeOf<typeof KeptAnswer>;
