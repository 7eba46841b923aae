// The response formats of the API: the same result as JSON, as one text value, or in legacy form.
import * as E from 'fp-ts/lib/Either.js';
import { acceptedOnly } from '../../../application/commands/acknowledgement.js';
import type { DispatchResult } from '../../../application/api/dispatch.js';
import type { EventSubscription, Operation, OperationResult } from '../../../application/api/operation.js';
import type { PermissionTarget } from '../../../domain/access/permission.js';
import type { Failure } from '../../../domain/failure.js';
import { failureBody, jsonReply, textReply, type HttpReply } from '../server/reply.js';
import type { RequestHead } from '../server/request.js';
import { statusText } from '../server/status-text.js';
import { errorMessageHeader } from './error-message.js';
import { statusOf } from './status.js';
import { streamReply } from './event-reply.js';

/** What identifies a call in its response: the operation, and the id of the action; reads and dry runs have none. */
export interface CallReference {
  readonly operation: string;
  readonly action: string | undefined;
  /** Whether the operation is an action; true for dry runs. */
  readonly isAction: boolean;
}

/** One format of responses, under one path prefix. */
export interface ResponseFormat {
  readonly prefix: string;
  readonly generation: PermissionTarget['generation'];
  /** Query parameters of the format itself. */
  readonly parameters: readonly string[];
  /** Whether a call opens an event stream. In other formats it only reads its plain form. */
  readonly opensStreams: boolean;
  readonly success: (result: OperationResult, call: CallReference) => HttpReply;
  readonly accepted: (call: CallReference) => HttpReply;
  readonly stream: (subscription: EventSubscription, head: RequestHead) => HttpReply;
  /** `status` overrides the status of the failure's code. */
  readonly failure: (failure: Failure, head: RequestHead, status?: number) => HttpReply;
}

/** Responses to actions name the operation and the action; those to reads contain records only (SHAPE-2). */
const referenceFields = ({ operation, action }: CallReference): object =>
  action === undefined ? {} : { operation, action };

/** JSON under `/api/v2`. */
export const jsonFormat: ResponseFormat = {
  prefix: '/api/v2',
  generation: 'v2',
  parameters: [],
  opensStreams: false,
  success: ({ body }, call) => jsonReply(200, { ok: true, ...referenceFields(call), ...body }),
  accepted: (call) => jsonReply(202, { ok: true, accepted: true, ...referenceFields(call) }),
  stream: streamReply,
  failure: ({ code, message }, _head, status = statusOf[code]) => jsonReply(status, failureBody({ code, message })),
};

/** Event streams under `/api/v2`. */
export const eventStreamFormat: ResponseFormat = { ...jsonFormat, opensStreams: true };

/** With `soft=1` failures other than 401 are sent as 200, for panels that disconnect at an error (PLAIN-3, PLAIN-4). */
const softStatus = (status: number, { query }: RequestHead): number => {
  const soft = query.get('soft') ?? [];
  return status !== 401 && soft.length === 1 && soft[0] === '1' ? 200 : status;
};

/** One text value under `/api/v2/plain`. */
export const plainFormat: ResponseFormat = {
  prefix: '/api/v2/plain',
  generation: 'v2',
  parameters: ['soft'],
  opensStreams: false,
  success: ({ plain: text }) => textReply(200, text),
  accepted: () => textReply(202, 'OK'),
  stream: ({ plain: text }) => textReply(200, text),
  failure: ({ code, message }, head, status = statusOf[code]) =>
    textReply(softStatus(status, head), `ERR ${code}`, errorMessageHeader(message)),
};

const onlyField = (body: OperationResult['body']): unknown => Object.values(body)[0];

/** Legacy routes under `/api`: bare records, and the status text as the body of every failure (ERROR-11, ERROR-25). */
export const legacyFormat: ResponseFormat = {
  prefix: '/api',
  generation: 'legacy',
  parameters: [],
  opensStreams: false,
  success: ({ body }, { isAction }) => jsonReply(200, isAction ? {} : onlyField(body)),
  accepted: () => jsonReply(202, {}),
  stream: streamReply,
  failure: ({ code }, _head, status = statusOf[code]) => textReply(status, statusText(status)),
};

/** Legacy routes at the root. */
export const legacyRootFormat: ResponseFormat = { ...legacyFormat, prefix: '' };

/** Legacy routes at the root that answer a text. */
export const legacyTextFormat: ResponseFormat = {
  ...legacyRootFormat,
  success: ({ plain: text }) => textReply(200, text),
};

/** Unknown paths outside `/api/v2`. */
const unknownPathFormat: ResponseFormat = { ...legacyRootFormat, generation: 'neither' };

const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Returns the format of a path that matches no route. */
export const responseFormatOf = (path: string): ResponseFormat =>
  [plainFormat, jsonFormat].find(({ prefix }) => isUnder(path, prefix)) ?? unknownPathFormat;

/** Returns the reply to a dispatched call. */
export const formatResponse = (
  format: ResponseFormat,
  { name: operation, access }: Pick<Operation<never>, 'name' | 'access'>,
  { response, action }: DispatchResult,
  head: RequestHead,
): HttpReply => {
  if (E.isLeft(response)) return format.failure(response.left, head);
  const call = { operation, action, isAction: access === 'control' };
  if (response.right === acceptedOnly) return format.accepted(call);
  return 'subscribe' in response.right ? format.stream(response.right, head) : format.success(response.right, call);
};
