// Static files, read once at start and served from memory. Files outside their folder can't be requested.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { acceptsGzip, gzipReply } from './gzip.js';
import type { HttpReply } from './reply.js';
import { textReply } from './reply.js';
import type { Handler } from './server.js';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** Returns the headers of a page. Pages may load and request resources from their own origin only (HEADER-3). */
export const pageHeaders = (changed: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': Object.entries({ ...pagePolicy, ...changed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
});

export const pageSecurityHeaders = pageHeaders();

/** How files are served. */
interface FileOptions {
  /** By default, browsers store a file, but revalidate it before each use. */
  readonly cacheControl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const fileReply = (
  name: string,
  content: Buffer,
  { cacheControl = 'no-cache', headers = pageSecurityHeaders }: FileOptions,
): HttpReply => ({
  status: 200,
  headers: {
    'Content-Type': mediaTypes[extname(name)] ?? 'application/octet-stream',
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ...headers,
  },
  body: content,
});

/** The compressed reply, made off the main thread at the first request that accepts gzip. */
const compressed = (reply: HttpReply, content: Buffer): (() => Promise<HttpReply>) => {
  let promised: Promise<HttpReply> | undefined;
  return () => (promised ??= gzipReply(reply, content));
};

const fileHandler = (reply: HttpReply, content: Buffer): Handler => {
  const gzipped = compressed(reply, content);
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return textReply(405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
    return acceptsGzip(request) ? gzipped() : reply;
  };
};

/** Reads one file and returns its route. */
export const staticFile = async (
  file: string,
  path: string,
  options: FileOptions = {},
): Promise<readonly [string, Handler]> => {
  const content = await readFile(file);
  return [path, fileHandler(fileReply(file, content, options), content)];
};

/** Returns routes for every file of a folder under a prefix. The prefix itself serves `index.html`. */
export const staticFiles = async (
  folder: string,
  prefix = '',
  options: FileOptions = {},
): Promise<ReadonlyMap<string, Handler>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const routes = await Promise.all(
    files.map((file) => staticFile(file, `${prefix}${file.slice(folder.length).replaceAll('\\', '/')}`, options)),
  );
  const index = routes.filter(([path]) => path === `${prefix}/index.html`);
  return new Map([...routes, ...index.map(([, handler]) => [prefix || '/', handler] as const)]);
};
