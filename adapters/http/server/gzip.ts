// Compression of replies with gzip, off the main thread.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpReply } from './reply.js';
import type { HttpRequest } from './request.js';

const compress = promisify(gzip);

const gzipAccepted = /^gzip(\s*;\s*q=(1|0?\.0*[1-9]).*)?$/i;

/** Returns whether a request accepts gzip. */
export const acceptsGzip = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((coding) => gzipAccepted.test(coding.trim()));

/** Returns a reply with its body compressed. `level` is from 1, the fastest, to 9. */
export const gzipReply = async (reply: HttpReply, content: Buffer | string, level = 6): Promise<HttpReply> => ({
  ...reply,
  headers: { ...reply.headers, Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' },
  body: await compress(content, { level }),
});
