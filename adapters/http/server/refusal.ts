// Replies to requests that reach no handler, or whose handler failed.
import { failureBody, jsonReply, textReply, type HttpReply } from './reply.js';
import type { RequestHead } from './request.js';
import { statusText } from './status-text.js';
import { unreadableTarget } from './request-target.js';

/**
 * Makes the reply in place of a handler. The status is 400 (malformed), 408 (too slow), 413, 414, 417, 426 (another
 * protocol), 431, or 500 for a handler that failed. Path and method are those of {@link unreadableRequest} if unknown.
 */
export type RefusalHandler = (head: RequestHead, status: number) => HttpReply;

/** The head of a request that couldn't be parsed. */
export const unreadableRequest = (address: string): RequestHead => ({ ...unreadableTarget, method: '-', address });

/** Refusals of servers that define none. They reveal no internal detail. */
export const defaultRefusal: RefusalHandler = (_head, status) =>
  status === 500
    ? jsonReply(500, failureBody({ code: 'internal_error', message: 'an unexpected error occurred' }))
    : textReply(status, statusText(status));
