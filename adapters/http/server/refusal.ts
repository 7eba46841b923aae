// What is said to requests that no handler gets, or whose handler failed.
import { STATUS_CODES } from 'node:http';
import { jsonReply, textReply, type HttpReply } from './reply.js';
import type { RequestHead } from './request.js';
import { unreadableTarget } from './request-target.js';

/**
 * Answers in a handler's place. The status is 400 (broken), 408 (too slow), 413, 414, 417, 426 (another protocol), 431,
 * or 500 for a handler that failed; path and method are those of {@link unreadable} where they never became known.
 */
export type Refuse = (asked: RequestHead, status: number) => HttpReply;

/** A request of which nothing could be read. */
export const unreadable = (address: string): RequestHead => ({ ...unreadableTarget, method: '-', address });

/** Answers as a server does that has no say of its own. Nothing from inside is told. */
export const refusePlainly: Refuse = (_asked, status) =>
  status === 500
    ? jsonReply(500, { ok: false, error: 'internal_error', message: 'something unforeseen happened' })
    : textReply(status, STATUS_CODES[status] ?? '');
