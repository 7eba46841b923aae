// The type of an endpoint of the console, and the function that declares one.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import { permit, type Requirement } from '../../../domain/console/requirement.js';
import { decodeOrFailure, type Failure } from '../../../domain/failure.js';
import type { None } from '../../api/declare.js';
import type { RawCall } from '../../api/parameters.js';
import { decodeCall, type Codecs, type Values } from '../../api/parameters.js';
import type { NewSession } from '../sign-in/sessions.js';
import type { SignInFailure } from '../sign-in/sign-in-failure.js';
import type { Admission, Caller, CallerOf, ConsoleCaller } from './callers.js';

/** What an endpoint does to the resource at its path. */
export type Intent = 'read' | 'replace' | 'create' | 'change' | 'act' | 'remove';

/** The method and success status of each intent. */
export const methodOf: Readonly<Record<Intent, { readonly method: string; readonly status: number }>> = {
  read: { method: 'GET', status: 200 },
  replace: { method: 'PUT', status: 200 },
  create: { method: 'POST', status: 201 },
  change: { method: 'PATCH', status: 200 },
  act: { method: 'POST', status: 200 },
  remove: { method: 'DELETE', status: 204 },
};

/** The context of one call by an operator. */
export interface EndpointContext extends ConsoleCaller {
  /** The endpoint's name. */
  readonly action: string;
}

/** An open event stream. */
export interface OpenedStream {
  readonly send: (event: { readonly id?: string; readonly event: string; readonly data: unknown }) => void;
  readonly end: () => void;
  /** Ends the stream unless its operator may still follow it. */
  readonly recheck: () => void;
  /** Returns the operator with the present roles, undefined if no longer signed in. Rejects when the store fails. */
  readonly currentOperator: () => Promise<OperatorRoles | undefined>;
}

/** What an event stream sends. */
export interface Followed {
  /** Sends events until the returned function is called. */
  readonly open: (stream: OpenedStream) => () => void;
  /** Whether an operator who is signed in may still follow. Default: yes. */
  readonly mayFollow?: (operator: OperatorRoles) => Promise<boolean>;
  /** Unread octets from which the stream is closed, if not those of every stream. */
  readonly unreadLimit?: number;
}

/** Where a browser continues. */
export interface Redirect {
  readonly to: string;
  /** What the browser has to bring back; null to forget it. */
  readonly pending?: string | null;
}

/** A body that is sent as it is. */
export interface Content {
  readonly text: string | Uint8Array;
  readonly contentType: string;
}

/** How an endpoint responds, apart from failures: each with the value that its `run` returns. */
interface Responses<Result> {
  /** The value of the result codec as JSON. */
  readonly json: Result;
  readonly events: Followed;
  readonly redirect: Redirect;
  readonly content: Content;
}
export type ResponseKind = keyof Responses<unknown>;

/** The result of a call. */
export interface EndpointResult<A> {
  readonly value: A;
  /** The tag of the resource's state, for `ETag`. */
  readonly tag?: string | undefined;
  /** The version of the studio's configuration that includes the change. */
  readonly version?: number | undefined;
  /** The session that the browser has from now on; null for none. */
  readonly session?: Pick<NewSession, 'key' | 'lastsMs'> | null;
}

/** What an endpoint's run returns. Rejects when a port fails. */
export type EndpointResponse<A, Failed = ConsoleFailure | SignInFailure> = Promise<E.Either<Failed, EndpointResult<A>>>;

/** A catalogue entry without its parameter types. `Ports` are the ports it uses. */
export interface Endpoint<Ports> {
  /** `<noun>.<verb>`, unique in the catalogue. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly intent: Intent;
  readonly requires: Admission;
  readonly responds: ResponseKind;
  /** Whether its responses carry the tag of the resource. */
  readonly tagged: boolean;
  /** Whether a caller who has the state with the tag already gets no body. */
  readonly conditional: boolean;
  /** Whether a caller who may no longer call it gets no response, because it takes long. */
  readonly rechecks: boolean;
  /** The longest request body, in octets; absent for that of most endpoints. */
  readonly maxBytes?: number;
  /** Resource address with `:name` parameters, as in `/studios/:id`: below `/api`, or from the root for `outside`. */
  readonly path: string;
  readonly outside: boolean;
  readonly parameters: { readonly path: Codecs; readonly query: Codecs };
  readonly readsBody: boolean;
  /** The codec of the request body; null for none. */
  readonly body: t.Mixed | null;
  /** The codec of the response body; null for none. */
  readonly result: t.Mixed | null;
  /** Decodes parameters and body, which has been parsed as JSON if the endpoint reads one. */
  readonly prepare: (
    raw: RawCall,
    body: unknown,
  ) => E.Either<Failure, (ports: Ports, caller: Caller) => EndpointResponse<unknown>>;
}

/** A catalogue entry with its types, from which clients derive theirs. */
export interface TypedEndpoint<
  Name extends string,
  Ports,
  Path extends Codecs,
  Query extends Codecs,
  Body,
  Result,
> extends Endpoint<Ports> {
  readonly name: Name;
  readonly parameters: { readonly path: Path; readonly query: Query };
  readonly body: t.Type<Body, unknown> | null;
  readonly result: t.Type<Result, unknown> | null;
}

interface Declaration<
  Name extends string,
  Ports,
  Admitted extends Admission,
  Response extends ResponseKind,
  Path extends Codecs,
  Query extends Codecs,
  Body,
  Result,
> {
  readonly name: Name;
  readonly summary: string;
  readonly intent: Intent;
  readonly requires: Admitted;
  /** Default: JSON. */
  readonly responds?: Response;
  readonly tagged?: boolean;
  readonly conditional?: boolean;
  readonly rechecks?: boolean;
  readonly maxBytes?: number;
  readonly path: string;
  /** Whether the path isn't below `/api`. */
  readonly outside?: boolean;
  readonly params?: Path;
  readonly query?: Query;
  readonly body?: t.Type<Body, unknown>;
  /** Parses the body. Default: decodes it with the codec, and drops unknown fields. */
  readonly parse?: (body: unknown) => E.Either<Failure, Body>;
  readonly result?: t.Type<Result, unknown>;
  readonly run: (
    ports: Ports,
    params: Values<Path> & Values<Query>,
    context: CallerOf<Admitted> & Pick<EndpointContext, 'action'>,
    body: Body,
  ) => EndpointResponse<Responses<Result>[Response]>;
}

/** Decodes a body; unknown fields are dropped. */
const decodeBody = <Body>(codec: t.Type<Body, unknown>, body: unknown): E.Either<Failure, Body> =>
  pipe(
    decodeOrFailure(codec, body, 'body'),
    E.map((decoded) => stripUnknownKeys(codec, decoded) as Body),
  );

/** Declares an endpoint. */
export const endpoint = <
  const Name extends string,
  Ports,
  Admitted extends Admission,
  Response extends ResponseKind = 'json',
  Path extends Codecs = None,
  Query extends Codecs = None,
  Body = undefined,
  Result = undefined,
>(
  declared: Declaration<Name, Ports, Admitted, Response, Path, Query, Body, Result>,
): TypedEndpoint<Name, Ports, Path, Query, Body, Result> => {
  const { params = {} as Path, query = {} as Query, body = null, result = null, run, ...described } = declared;
  const codec = declared.body;
  const parse = declared.parse ?? (codec && ((raw: unknown) => decodeBody(codec, raw)));
  return {
    responds: 'json',
    tagged: false,
    conditional: false,
    rechecks: false,
    outside: false,
    ...described,
    body,
    result,
    parameters: { path: params, query },
    readsBody: parse !== undefined,
    prepare: (raw, rawBody) => {
      const decoded = decodeCall(params, query, raw);
      if (E.isLeft(decoded)) return decoded;
      const parsed = parse === undefined ? E.right(undefined as Body) : parse(rawBody);
      if (E.isLeft(parsed)) return parsed;
      return E.right((ports, caller) =>
        // Only callers of the kind that the endpoint admits come here.
        run(ports, decoded.right, { ...(caller as CallerOf<Admitted>), action: declared.name }, parsed.right),
      );
    },
  };
};

/** Returns the path of an endpoint from the root. */
export const rootPath = ({ outside, path }: Pick<Endpoint<never>, 'outside' | 'path'>): string =>
  outside ? path : `/api${path}`;

/** The path of one studio; all paths below it concern that studio. */
const studioPath = '/studios/:id';

/** Permits or refuses a call of an endpoint, before its parameters and body are decoded. */
export const permitOperator = (
  requires: Requirement,
  { path }: Pick<Endpoint<never>, 'path'>,
  operator: OperatorRoles,
  { path: parameters }: Pick<RawCall, 'path'>,
): E.Either<Failure, void> =>
  permit(requires, operator, path.startsWith(studioPath) ? parameters.get('id')?.[0] : undefined);
