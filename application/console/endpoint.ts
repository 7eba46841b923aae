// The shape of the console's catalogue: one thing its management API can do, declared once.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { describeFaults, faultsOf } from '../../domain/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { None } from '../declare.js';
import type { RawParameters } from '../operation.js';
import { decodeParameters, type Codecs, type Values } from '../parameters.js';
import { exactly } from './exactly.js';

/** What an endpoint does to the resource at its path. */
export type Intent = 'read' | 'replace' | 'create' | 'change' | 'act' | 'remove';

/** How an endpoint's run ends: with what its result codec describes. Rejects when a port fails. */
export type Ran<A> = Promise<E.Either<Failure, A>>;

/** A catalogue entry, its types folded away. `Ports` are those it needs. */
export interface Endpoint<Ports> {
  /** `<noun>.<verb>`, unique in the catalogue. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly intent: Intent;
  /** Resource address with `:name` parameters, as in `/studios/:id`. */
  readonly path: string;
  readonly parameters: { readonly path: Codecs };
  /** What must be sent, null for nothing. */
  readonly body: t.Mixed | null;
  /** What is answered, null for nothing. */
  readonly result: t.Mixed | null;
  /** Reads what came; the body has been parsed as JSON where the endpoint has one. */
  readonly prepare: (path: RawParameters, body: unknown) => E.Either<Failure, (ports: Ports) => Ran<unknown>>;
}

interface Declaration<Ports, Path extends Codecs, Body, Made> {
  readonly name: string;
  readonly summary: string;
  readonly intent: Intent;
  readonly path: string;
  readonly params?: Path;
  readonly body?: t.Type<Body, unknown>;
  readonly result?: t.Type<Made, unknown>;
  readonly run: (ports: Ports, params: Values<Path>, body: Body) => Ran<Made>;
}

const invalidBody = (errors: t.Errors): Failure => {
  const faults = faultsOf(errors).map(({ place, expected }) => ({ place: place || 'body', expected }));
  return failure('invalid_parameter', describeFaults(faults));
};

const decodeBody = <Body>(codec: t.Type<Body, unknown> | undefined, body: unknown): E.Either<Failure, Body> =>
  codec === undefined
    ? E.right(undefined as Body)
    : E.bimap(invalidBody, (decoded: Body) => exactly(codec, decoded) as Body)(codec.decode(body));

/** An endpoint of the catalogue. */
export const endpoint = <Ports, Path extends Codecs = None, Body = undefined, Made = undefined>(
  declared: Declaration<Ports, Path, Body, Made>,
): Endpoint<Ports> => {
  const { name, summary, intent, path, params = {} as Path, body = null, result = null, run } = declared;
  return {
    ...{ name, summary, intent, path, body, result },
    parameters: { path: params },
    prepare: (rawPath, rawBody) =>
      E.chain((ofPath: Values<Path>) =>
        E.map(
          (ofBody: Body) =>
            (ports: Ports): Ran<unknown> =>
              run(ports, ofPath, ofBody),
        )(decodeBody(declared.body, rawBody)),
      )(decodeParameters(params, rawPath)),
  };
};
