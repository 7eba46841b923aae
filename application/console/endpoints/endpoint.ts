// The shape of the console's catalogue: one thing its management API can do, declared once.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { decodeOrFailure } from '../../../domain/codec/issues.js';
import { roleRequired, type ConsoleFailure } from '../../../domain/console/failure.js';
import { isRoleSufficient, type OperatorRole, type Role } from '../../../domain/console/operator.js';
import type { Failure } from '../../../domain/failure.js';
import type { None } from '../../api/declare.js';
import type { RawCall } from '../../api/parameters.js';
import { decodeCall, type Codecs, type Values } from '../../api/parameters.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';

/** What an endpoint does to the resource at its path. */
export type Intent = 'read' | 'replace' | 'create' | 'change' | 'act' | 'remove';

/** Who calls, and which state they have seen of what they change. */
export interface ConsoleCaller {
  readonly operator: OperatorRole;
  /** Whether a tag is among those that the caller has seen; always where the caller doesn't say. */
  readonly hasSeen: (tag: string) => boolean;
}

/** A call of an endpoint. */
export interface EndpointContext extends ConsoleCaller {
  /** The endpoint's name. */
  readonly action: string;
}

/** What a run has come to. */
export interface EndpointResult<A> {
  /** What the result codec describes. */
  readonly value: A;
  /** The tag of the resource's state. */
  readonly tag?: string | undefined;
  /** The version of the studio's configuration that has the change. */
  readonly version?: number | undefined;
}

/** How an endpoint's run ends. Rejects when a port fails. */
export type EndpointResponse<A> = Promise<E.Either<ConsoleFailure, EndpointResult<A>>>;

/** A catalogue entry, its types folded away. `Ports` are those it needs. */
export interface Endpoint<Ports> {
  /** `<noun>.<verb>`, unique in the catalogue. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly intent: Intent;
  /** The least role that may call it. */
  readonly role: Role;
  /** Whether its answers carry the tag of what it reads or changes. */
  readonly tagged: boolean;
  /** Resource address with `:name` parameters, as in `/studios/:id`. */
  readonly path: string;
  readonly parameters: { readonly path: Codecs; readonly query: Codecs };
  /** What must be sent, null for nothing. */
  readonly body: t.Mixed | null;
  /** What is answered, null for nothing. */
  readonly result: t.Mixed | null;
  /** Reads what came; the body has been parsed as JSON where the endpoint has one. */
  readonly prepare: (
    raw: RawCall,
    body: unknown,
  ) => E.Either<Failure, (ports: Ports, caller: ConsoleCaller) => EndpointResponse<unknown>>;
}

interface Declaration<Ports, Path extends Codecs, Query extends Codecs, Body, Made> {
  readonly name: string;
  readonly summary: string;
  readonly intent: Intent;
  /** Left out: `viewer` to read, `operator` for all else. */
  readonly role?: Role;
  readonly tagged?: boolean;
  readonly path: string;
  readonly params?: Path;
  readonly query?: Query;
  readonly body?: t.Type<Body, unknown>;
  readonly result?: t.Type<Made, unknown>;
  readonly run: (
    ports: Ports,
    params: Values<Path> & Values<Query>,
    asking: EndpointContext,
    body: Body,
  ) => EndpointResponse<Made>;
}

/** Reads a body; what its codec doesn't name isn't in it any more. */
export const decodeBody = <Body>(codec: t.Type<Body, unknown>, body: unknown): E.Either<Failure, Body> =>
  pipe(
    decodeOrFailure(codec, body, 'body'),
    E.map((decoded) => stripUnknownKeys(codec, decoded) as Body),
  );

/** An endpoint of the catalogue. */
export const endpoint = <
  Ports,
  Path extends Codecs = None,
  Query extends Codecs = None,
  Body = undefined,
  Made = undefined,
>(
  declared: Declaration<Ports, Path, Query, Body, Made>,
): Endpoint<Ports> => {
  const { name, summary, intent, path, tagged = false, body = null, result = null, run } = declared;
  const { params = {} as Path, query = {} as Query, role = intent === 'read' ? 'viewer' : 'operator' } = declared;
  return {
    ...{ name, summary, intent, role, tagged, path, body, result },
    parameters: { path: params, query },
    prepare: (raw, rawBody) => {
      const decoded = decodeCall(params, query, raw);
      if (E.isLeft(decoded)) return decoded;
      const read = declared.body === undefined ? E.right(undefined as Body) : decodeBody(declared.body, rawBody);
      return E.map(
        (sent: Body) => (ports: Ports, caller: ConsoleCaller) =>
          run(ports, decoded.right, { ...caller, action: name }, sent),
      )(read);
    },
  };
};

/** Whether an operator may call an endpoint at all. */
export const permitOperator = <Ports>(
  { role }: Endpoint<Ports>,
  operator: OperatorRole,
): E.Either<Failure, OperatorRole> =>
  isRoleSufficient(operator.role, role) ? E.right(operator) : E.left(roleRequired(role));
