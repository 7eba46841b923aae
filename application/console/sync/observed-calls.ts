// The calls that services send while operators watch them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { observedCall, ObservedCalls } from '../../../domain/access/observed-call.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import { decodeOrFailure, type Failure } from '../../../domain/failure.js';

/** Parses calls. Tokens are redacted again: the console doesn't rely on services for that. */
export const parseObservedCalls = (body: unknown): E.Either<Failure, ObservedCalls> =>
  pipe(
    decodeOrFailure(ObservedCalls, body),
    E.map((decoded) => stripUnknownKeys(ObservedCalls, decoded) as ObservedCalls),
    E.map(({ calls, notShown }) => ({ calls: calls.map(observedCall), notShown })),
  );
