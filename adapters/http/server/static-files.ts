// Files of a page, read once at start and served from memory; nothing outside their folder can be reached.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpReply } from './reply.js';
import { textReply } from './reply.js';
import type { HttpRequest } from './request.js';
import type { Handler } from './server.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** A page may load and ask for what comes from its own address, and nothing else. */
export const pagePolicy = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

const replyWith = (name: string, content: Buffer, caching: string): HttpReply => ({
  status: 200,
  headers: {
    'Content-Type': types[extname(name)] ?? 'application/octet-stream',
    'Cache-Control': caching,
    Vary: 'Accept-Encoding',
    ...pagePolicy,
  },
  body: content,
});

const zip = promisify(gzip);

/** The same reply for callers who take gzip; packed when the first of them asks, aside from everything else. */
const packed = (reply: HttpReply, content: Buffer): (() => Promise<HttpReply>) => {
  let made: Promise<HttpReply> | undefined;
  const headers = { ...reply.headers, 'Content-Encoding': 'gzip' };
  return () => (made ??= zip(content).then((body) => ({ ...reply, headers, body })));
};

const gzipWelcome = /^gzip(\s*;\s*q=(1|0?\.\d*[1-9]).*)?$/i;

const takesGzip = ({ headers }: HttpRequest): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((coding) => gzipWelcome.test(coding.trim()));

const reading = (reply: HttpReply, content: Buffer): Handler => {
  const small = packed(reply, content);
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return textReply(405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
    return takesGzip(request) ? small() : reply;
  };
};

/** Kept by the browser, but asked for again before it is used. */
const checkedEachTime = 'no-cache';

/** A route for one file, read now. */
export const staticFile = async (
  file: string,
  path: string,
  caching = checkedEachTime,
): Promise<readonly [string, Handler]> => {
  const content = await readFile(file);
  return [path, reading(replyWith(file, content, caching), content)];
};

/** Routes for every file of a folder under a prefix; `index.html` also answers the prefix itself. */
export const staticFiles = async (
  folder: string,
  prefix = '',
  caching = checkedEachTime,
): Promise<ReadonlyMap<string, Handler>> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
  const routes = await Promise.all(
    files.map((file) => staticFile(file, `${prefix}${file.slice(folder.length).replaceAll('\\', '/')}`, caching)),
  );
  const start = routes.filter(([path]) => path === `${prefix}/index.html`);
  return new Map([...routes, ...start.map(([, handler]) => [prefix || '/', handler] as const)]);
};
