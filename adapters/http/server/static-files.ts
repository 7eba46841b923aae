// Files of a page, read once at start and served from memory; nothing outside their folder can be reached.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { HttpReply } from './reply.js';
import { textReply } from './reply.js';
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
    ...pagePolicy,
  },
  body: content,
});

const reading =
  (reply: HttpReply): Handler =>
  ({ method }) =>
    method === 'GET' || method === 'HEAD' ? reply : textReply(405, 'Method Not Allowed', { Allow: 'GET, HEAD' });

/** Kept by the browser, but asked for again before it is used. */
const checkedEachTime = 'no-cache';

/** A route for one file, read now. */
export const staticFile = async (
  file: string,
  path: string,
  caching = checkedEachTime,
): Promise<readonly [string, Handler]> => [path, reading(replyWith(file, await readFile(file), caching))];

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
