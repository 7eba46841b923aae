// The idempotency key of an action: how it is sent, and which calls it makes one (IDEMPOTENCY-1, IDEMPOTENCY-5).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { described } from '../../domain/codec/codec.js';
import { invalid, type Failure } from '../../domain/failure.js';
import { commonParameters } from '../../domain/studio/macro-parameters.js';
import type { Operation, PreparedCall } from './operation.js';
import { decodeParameters, fromText, optional, type RawCall } from './parameters.js';

const printable = '^[ -~]{1,64}$';

/** A key: it distinguishes the actions of one caller. */
const IdempotencyKey = fromText(
  '1 to 64 printable ASCII characters',
  (text) => (new RegExp(printable).test(text) ? text : undefined),
  { minLength: 1, maxLength: 64, pattern: printable },
);

const keyHeaders = {
  'Idempotency-Key': described(optional(IdempotencyKey), {
    description:
      'Makes repetitions harmless: for 10 minutes, the same call of the same caller with the same key is sent once, and ' +
      'repetitions get the first answer',
    examples: ['cue-2031'],
  }),
};

const keyQuery = {
  key: described(optional(IdempotencyKey), {
    description: 'The same as the header `Idempotency-Key`, for clients that cannot send it',
    examples: ['cue-2031'],
  }),
};

/** Parameters that say how a call is answered or by whom it is made, not what it does. */
const asideFromCall = new Set(['wait', 'timeout', 'dry', 'key']);

const differentKeys = invalid([{ path: 'key', expected: 'the same key as in Idempotency-Key', got: 'another one' }]);

/** Returns the key of a call: that of its header or its query, which must not differ. */
const readKey = ({ query, headers = new Map() }: RawCall): E.Either<Failure, string | undefined> =>
  pipe(
    E.Do,
    E.bind('fromQuery', () => decodeParameters(keyQuery, query)),
    E.bind('fromHeader', () => decodeParameters(keyHeaders, headers)),
    E.chain(({ fromQuery: { key }, fromHeader: { 'Idempotency-Key': header } }) =>
      key !== undefined && header !== undefined && key !== header ? E.left(differentKeys) : E.right(header ?? key),
    ),
  );

/** Returns the query parameters whose names depend on the record, in the order of their names. */
const recordParametersOf = (operation: Operation<never>, { query }: RawCall): readonly unknown[] =>
  operation.recordParameters === null
    ? []
    : [...query].filter(([name]) => !commonParameters.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns a text that is the same for calls that are the same: operation and decoded parameters (IDEMPOTENCY-5). */
const callText = (operation: Operation<never>, raw: RawCall, { input }: Pick<PreparedCall<never>, 'input'>): string => {
  const parameters = Object.fromEntries(Object.entries(input).filter(([name]) => !asideFromCall.has(name)));
  return JSON.stringify([operation.name, parameters, recordParametersOf(operation, raw)]);
};

/** Returns the same action with the header `Idempotency-Key` and the query parameter `key`. */
export const withKey = <Ports>(operation: Operation<Ports>): Operation<Ports> => {
  const { path, query } = operation.parameters;
  return {
    ...operation,
    parameters: { path, query: { ...query, ...keyQuery }, headers: keyHeaders },
    prepare: (raw) =>
      pipe(
        operation.prepare(raw),
        E.chain((prepared) =>
          pipe(
            readKey(raw),
            E.map((key) =>
              key === undefined ? prepared : { ...prepared, key: { key, call: callText(operation, raw, prepared) } },
            ),
          ),
        ),
      ),
  };
};
