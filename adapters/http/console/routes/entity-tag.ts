// Entity tags: the HTTP headers `ETag` and `If-Match` for state tags.
import type { IncomingHttpHeaders } from 'node:http';

/** Returns a tag as the value of `ETag`. */
export const entityTag = (tag: string): string => `"${tag}"`;

/** Whether `If-Match` lists a tag. True for every tag if the header is missing or `*`. */
export const hasSeen =
  ({ 'if-match': ifMatch }: IncomingHttpHeaders) =>
  (tag: string): boolean =>
    ifMatch === undefined || ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === entityTag(tag));
