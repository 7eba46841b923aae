// Entity tags: how HTTP writes the tag of a state, and how callers say which one they have seen.
import type { IncomingHttpHeaders } from 'node:http';

/** A tag as the header `ETag` tells it. */
export const entityTag = (tag: string): string => `"${tag}"`;

/** Whether a tag is among those of `If-Match`; every one is where the header isn't sent, or says `*`. */
export const hasSeen =
  ({ 'if-match': told }: IncomingHttpHeaders) =>
  (tag: string): boolean =>
    told === undefined || told.trim() === '*' || told.split(',').some((one) => one.trim() === entityTag(tag));
