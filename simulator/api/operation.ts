// The operations of the steering API as plain values: a server mounts them, and a document describes them.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { decodeParameters, type Codecs, type RawParameters, type Values } from '../../application/api/parameters.js';
import { unknownKeysIn } from '../../domain/codec/unknown-keys.js';
import { decodeOrFailure, invalid, type Failure } from '../../domain/failure.js';

/** The result of an operation. */
export type SteeringResult<A = object> = E.Either<Failure, A>;

/** Request to an operation, not yet decoded. */
export interface SteeringRequest {
  /** Decoded path parameters. */
  readonly path: RawParameters;
  readonly query: RawParameters;
  /** Parsed JSON body; undefined for operations without one. */
  readonly body: unknown;
}

/** What describes an operation. */
export interface OperationDescription {
  /** Its id in documents, such as `device.fault.set`. */
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path below the API's, with `:name` parameters. */
  readonly path: string;
  readonly parameters: Codecs;
  readonly query: Codecs;
  /**
   * The body in documents; null for none. Every POST requires one, because forms of other sites can't send JSON.
   */
  readonly body: t.Mixed | null;
  readonly result: t.Mixed;
  /** Whether it only makes calls of the service, or decides how they are made. A recording contains the calls, and omits the operation. */
  readonly isCall?: true;
}

/** An operation of one studio. */
export interface SteeringOperation extends OperationDescription {
  readonly answer: (request: SteeringRequest) => SteeringResult | Promise<SteeringResult>;
}

/** Decodes a body, and refuses fields that the codec doesn't name. */
export const decodeBody = <A>(codec: t.Type<A, unknown>, body: unknown): SteeringResult<A> => {
  const decoded = decodeOrFailure(codec, body, 'body');
  const unknown = E.isRight(decoded) ? unknownKeysIn(codec, body) : [];
  return unknown.length === 0 ? decoded : E.left(invalid(unknown));
};

type Result = SteeringResult | Promise<SteeringResult>;

/** A call with decoded parameters; the body is decoded too if the operation has a codec for it. */
export interface SteeringCall<P extends Codecs, Q extends Codecs, B> {
  readonly path: Values<P>;
  readonly query: Values<Q>;
  readonly body: B;
}

/** The parts of an operation that has a codec for its body. */
interface Definition<P extends Codecs, Q extends Codecs, B> extends Omit<
  OperationDescription,
  'parameters' | 'query' | 'body'
> {
  readonly parameters?: P;
  readonly query?: Q;
  /** Decodes the body. */
  readonly body?: t.Type<B, unknown>;
  /** The body in documents, if it differs. */
  readonly documentedBody?: t.Mixed;
  readonly run: (call: SteeringCall<P, Q, B>) => Result;
}

/** Defines an operation. */
export const operation = <P extends Codecs = Codecs, Q extends Codecs = Codecs, B = undefined>({
  parameters = {} as P,
  query = {} as Q,
  body,
  documentedBody = body,
  run,
  ...description
}: Definition<P, Q, B>): SteeringOperation => ({
  ...description,
  parameters,
  query,
  body: documentedBody ?? null,
  answer: (request) => {
    const path = decodeParameters(parameters, request.path);
    if (E.isLeft(path)) return path;
    const asked = decodeParameters(query, request.query);
    if (E.isLeft(asked)) return asked;
    const sent = body === undefined ? E.right(undefined as B) : decodeBody(body, request.body);
    return E.isLeft(sent) ? sent : run({ path: path.right, query: asked.right, body: sent.right });
  },
});
