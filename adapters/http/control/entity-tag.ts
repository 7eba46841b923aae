// Answers calls whose callers have the reply already, as they say with `If-None-Match`.
import type { HttpReply } from '../server/reply.js';
import type { HttpRequest } from '../server/request.js';

const strong = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns the reply, or 304 without a body if the caller has it. A reply without an entity tag is always sent. */
export const unlessKnown = (reply: HttpReply, { headers }: Pick<HttpRequest, 'headers'>): HttpReply => {
  const tag = reply.headers?.['ETag'];
  const known = headers['if-none-match']?.split(',').map(strong) ?? [];
  const isKnown = typeof tag === 'string' && (known.includes(tag) || known.includes('*'));
  return isKnown ? { ...reply, status: 304, body: '' } : reply;
};
