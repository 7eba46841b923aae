// The faces of the API: the same outcome told as JSON, or as one text value.
import { STATUS_CODES } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { acceptedOnly } from '../../../application/commands/acknowledgement.js';
import type { DispatchResult } from '../../../application/api/dispatch.js';
import type { EventSubscription, OperationResult } from '../../../application/api/operation.js';
import type { PermissionTarget } from '../../../domain/access/permission.js';
import type { Failure } from '../../../domain/failure.js';
import { jsonReply, textReply, type HttpReply } from '../server/reply.js';
import type { RequestHead } from '../server/request.js';
import { statusOf } from './status.js';
import { streamReply } from './event-reply.js';

/** What a success is told with beside its result. */
export interface ActionOutcome {
  readonly operation: string;
  readonly action: string | undefined;
}

/** One way of telling outcomes, under one path prefix. */
export interface ResponseFormat {
  readonly prefix: string;
  readonly generation: PermissionTarget['generation'];
  /** Whether callers of it listen to streams, or only ask of them. */
  readonly listens: boolean;
  readonly success: (result: OperationResult, done: ActionOutcome) => HttpReply;
  readonly accepted: (done: ActionOutcome) => HttpReply;
  readonly following: (following: EventSubscription, asked: RequestHead) => HttpReply;
  /** The status is the failure's own, unless HTTP has a word of its own for it. */
  readonly failure: (failure: Failure, asked: RequestHead, status?: number) => HttpReply;
}

/** An action's answer names the operation and the action; a read's is its records alone. */
const doneFields = ({ operation, action }: ActionOutcome): object =>
  action === undefined ? {} : { operation, action };

/** JSON under `/api/v2`. */
export const json: ResponseFormat = {
  prefix: '/api/v2',
  generation: 'v2',
  listens: false,
  success: ({ body }, done) => jsonReply(200, { ok: true, ...doneFields(done), ...body }),
  accepted: (done) => jsonReply(202, { ok: true, accepted: true, ...doneFields(done) }),
  following: streamReply,
  failure: ({ code, message }, _asked, status = statusOf[code]) =>
    jsonReply(status, { ok: false, error: code, message }),
};

/** Streams under the same paths. */
export const streamed: ResponseFormat = { ...json, listens: true };

/** Panels that shut a connection at the first error ask for theirs as 200; a 401 stays one. */
const softStatus = (status: number, { query }: RequestHead): number => {
  const soft = query.get('soft') ?? [];
  return status !== 401 && soft.length === 1 && soft[0] === '1' ? 200 : status;
};

/** One text value under `/api/v2/plain`. */
export const plain: ResponseFormat = {
  prefix: '/api/v2/plain',
  generation: 'v2',
  listens: false,
  success: ({ plain: text }) => textReply(200, text),
  accepted: () => textReply(202, 'OK'),
  following: ({ plain: text }) => textReply(200, text),
  failure: ({ code }, asked, status = statusOf[code]) => textReply(softStatus(status, asked), `ERR ${code}`),
};

const theOnly = (body: OperationResult['body']): unknown => Object.values(body)[0];

/** The earlier generation: bare records, and the status text as every failure's body. */
export const legacy: ResponseFormat = {
  prefix: '/api',
  generation: 'legacy',
  listens: false,
  success: ({ body }, { action }) => jsonReply(200, action === undefined ? theOnly(body) : {}),
  accepted: () => jsonReply(202, {}),
  following: streamReply,
  failure: ({ code }, _asked, status = statusOf[code]) => textReply(status, STATUS_CODES[status] ?? ''),
};

/** Legacy routes that stand at the root, not under `/api`. */
export const legacyRoot: ResponseFormat = { ...legacy, prefix: '' };

/** Those of them whose answer is a text. */
export const legacyText: ResponseFormat = { ...legacyRoot, success: ({ plain: text }) => textReply(200, text) };

/** Paths that are no route, outside `/api/v2`. */
const nowhere: ResponseFormat = { ...legacyRoot, generation: 'neither' };

const lies = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** The face that a path belongs to, where no route says so. */
export const responseFormatOf = (path: string): ResponseFormat =>
  [plain, json].find(({ prefix }) => lies(path, prefix)) ?? nowhere;

/** Tells an outcome. */
export const formatResponse = (
  face: ResponseFormat,
  operation: string,
  { response: answered, action }: DispatchResult,
  asked: RequestHead,
): HttpReply => {
  if (E.isLeft(answered)) return face.failure(answered.left, asked);
  const done = { operation, action };
  if (answered.right === acceptedOnly) return face.accepted(done);
  return 'subscribe' in answered.right ? face.following(answered.right, asked) : face.success(answered.right, done);
};
