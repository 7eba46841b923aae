// The type of an endpoint of the console's management API, and the function that declares one.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { decodeOrFailure } from '../../../domain/codec/issues.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import { permit, type Requirement } from '../../../domain/console/requirement.js';
import type { Failure } from '../../../domain/failure.js';
import type { Session } from '../../ports/console-store.js';
import type { None } from '../../api/declare.js';
import type { RawCall } from '../../api/parameters.js';
import { decodeCall, type Codecs, type Values } from '../../api/parameters.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';

/** What an endpoint does to the resource at its path. */
export type Intent = 'read' | 'replace' | 'create' | 'change' | 'act' | 'remove';

/** The caller, and which resource states they have seen. */
export interface ConsoleCaller {
  readonly operator: OperatorRoles;
  /** The session of the call; undefined for HTTP Basic. */
  readonly session: Session | undefined;
  /** Whether the caller has seen the state with this tag; true if the call doesn't specify any. */
  readonly hasSeen: (tag: string) => boolean;
  /** Takes the summary of the change for the audit log. The last one counts, because a change may be tried again. */
  readonly note?: (summary: string) => void;
}

/** The context of one call. */
export interface EndpointContext extends ConsoleCaller {
  /** The endpoint's name. */
  readonly action: string;
}

/** The result of a call. */
export interface EndpointResult<A> {
  /** The value for the result codec. */
  readonly value: A;
  /** The tag of the resource's state, for `ETag`. */
  readonly tag?: string | undefined;
  /** The version of the studio's configuration that includes the change. */
  readonly version?: number | undefined;
}

/** What an endpoint's run returns. Rejects when a port fails. */
export type EndpointResponse<A> = Promise<E.Either<ConsoleFailure, EndpointResult<A>>>;

/** A catalogue entry without its parameter types. `Ports` are the ports it uses. */
export interface Endpoint<Ports> {
  /** `<noun>.<verb>`, unique in the catalogue. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly intent: Intent;
  readonly requires: Requirement;
  /** Whether its responses carry the tag of the resource. */
  readonly tagged: boolean;
  /** Resource address with `:name` parameters, as in `/studios/:id`. */
  readonly path: string;
  readonly parameters: { readonly path: Codecs; readonly query: Codecs };
  /** The codec of the request body; null for none. */
  readonly body: t.Mixed | null;
  /** The codec of the response body; null for none. */
  readonly result: t.Mixed | null;
  /** Decodes parameters and body, which has been parsed as JSON if the endpoint has one. */
  readonly prepare: (
    raw: RawCall,
    body: unknown,
  ) => E.Either<Failure, (ports: Ports, caller: ConsoleCaller) => EndpointResponse<unknown>>;
}

interface Declaration<Ports, Path extends Codecs, Query extends Codecs, Body, Result> {
  readonly name: string;
  readonly summary: string;
  readonly intent: Intent;
  readonly requires: Requirement;
  readonly tagged?: boolean;
  readonly path: string;
  readonly params?: Path;
  readonly query?: Query;
  readonly body?: t.Type<Body, unknown>;
  readonly result?: t.Type<Result, unknown>;
  readonly run: (
    ports: Ports,
    params: Values<Path> & Values<Query>,
    context: EndpointContext,
    body: Body,
  ) => EndpointResponse<Result>;
}

/** Decodes a body; unknown fields are dropped. */
export const decodeBody = <Body>(codec: t.Type<Body, unknown>, body: unknown): E.Either<Failure, Body> =>
  pipe(
    decodeOrFailure(codec, body, 'body'),
    E.map((decoded) => stripUnknownKeys(codec, decoded) as Body),
  );

/** Declares an endpoint. */
export const endpoint = <
  Ports,
  Path extends Codecs = None,
  Query extends Codecs = None,
  Body = undefined,
  Result = undefined,
>(
  declared: Declaration<Ports, Path, Query, Body, Result>,
): Endpoint<Ports> => {
  const { name, summary, intent, requires, path, tagged = false, body = null, result = null, run } = declared;
  const { params = {} as Path, query = {} as Query } = declared;
  return {
    name,
    summary,
    intent,
    requires,
    tagged,
    path,
    body,
    result,
    parameters: { path: params, query },
    prepare: (raw, rawBody) => {
      const decoded = decodeCall(params, query, raw);
      if (E.isLeft(decoded)) return decoded;
      const decodedBody = declared.body === undefined ? E.right(undefined as Body) : decodeBody(declared.body, rawBody);
      if (E.isLeft(decodedBody)) return decodedBody;
      return E.right((ports, caller) => run(ports, decoded.right, { ...caller, action: name }, decodedBody.right));
    },
  };
};

/** The path of one studio; all paths below it concern that studio. */
const studioPath = '/studios/:id';

/** Permits or refuses a call of an endpoint, before its parameters and body are decoded. */
export const permitOperator = <Ports>(
  { requires, path }: Pick<Endpoint<Ports>, 'requires' | 'path'>,
  operator: OperatorRoles,
  { path: parameters }: Pick<RawCall, 'path'>,
): E.Either<Failure, void> =>
  permit(requires, operator, path.startsWith(studioPath) ? parameters.get('id')?.[0] : undefined);
