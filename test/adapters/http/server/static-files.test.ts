// Static files: compression, caching, methods, and paths outside the folder.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import inject, { type Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePage } from '../../../../adapters/http/console/console-page.js';
import { createHttpServer } from '../../../../adapters/http/server/server.js';
import { textReply } from '../../../../adapters/http/server/reply.js';
import { memoryLog } from '../../../application/console/readable-log.js';

const script = 'export const page = 1;'.repeat(100);

describe('the files of a page', () => {
  let folder: string;
  let get: (path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD' | 'POST') => Promise<Response>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-control-page-'));
    await mkdir(join(folder, 'assets'));
    for (const name of ['index.html', 'icon.svg', 'licences.txt', 'companion.tgz'])
      await writeFile(join(folder, name), name);
    await writeFile(join(folder, 'assets/index-1a2b.js'), script);
    for (const name of ['index-3c4d.css', 'font-5e6f.woff2', 'shot-7a8b.png', 'map-9c0d.json', 'what'])
      await writeFile(join(folder, 'assets', name), name);
    const routes = await consolePage(folder);
    const unknown = () => textReply(404, 'Not Found');
    const { node } = createHttpServer({ routes, fallback: unknown, log: memoryLog() });
    get = (url, headers = {}, method = 'GET') =>
      inject((request, response) => node.emit('request', request, response), {
        method,
        url,
        Request: IncomingMessage,
        headers: { host: 'console.test', ...headers },
      });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['gzip', 'br, gzip', 'deflate,GZIP;q=0.5', 'gzip; q=1.0'])(
    'are compressed for Accept-Encoding %s',
    async (coding) => {
      const { headers, rawPayload } = await get('/assets/index-1a2b.js', { 'accept-encoding': coding });
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(rawPayload.length).toBeLessThan(script.length / 10);
      expect(gunzipSync(rawPayload).toString()).toBe(script);
    },
  );

  it.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzipped'])(
    'are not compressed for Accept-Encoding "%s"',
    async (coding) => {
      const { headers, payload } = await get('/assets/index-1a2b.js', { 'accept-encoding': coding });
      expect(headers['content-encoding']).toBeUndefined();
      // A cache may keep this response, and must not send it instead of the compressed one.
      expect(headers.vary).toBe('Accept-Encoding');
      expect(payload).toBe(script);
    },
  );

  it('are cached for ever if their name contains a hash; the page itself is never cached', async () => {
    expect((await get('/assets/index-1a2b.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/studios/studio-1/devices')).headers['cache-control']).toBe('no-store');
    expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/licences.txt', 'text/plain; charset=utf-8'],
    ['/companion.tgz', 'application/octet-stream'],
    ['/assets/index-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-3c4d.css', 'text/css; charset=utf-8'],
    ['/assets/font-5e6f.woff2', 'font/woff2'],
    ['/assets/shot-7a8b.png', 'image/png'],
    ['/assets/map-9c0d.json', 'application/json; charset=utf-8'],
    ['/assets/what', 'application/octet-stream'],
  ])('have their media type, which browsers may not guess: %s', async (path, type) => {
    const { statusCode, headers } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
  });

  it.each(['', 'gzip'])('@HEADER-3: load only what is their own, with Accept-Encoding "%s"', async (coding) => {
    for (const path of ['/', '/studios/studio-1', '/icon.svg', '/assets/index-1a2b.js']) {
      const { headers } = await get(path, { 'accept-encoding': coding });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  it.each([
    '/',
    '/studios',
    '/studios/studio-1',
    '/studios/studio-1/devices',
    '/removed-studios',
    '/removed-studios/studio-1',
    '/operators',
    '/account',
    '/first-steps',
  ])('are the page at the path of each view: %s', async (path) => {
    expect((await get(path)).payload).toBe('index.html');
  });

  it('allow HEAD, without a body, and no other method than GET', async () => {
    const head = await get('/studios', {}, 'HEAD');
    expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([200, '', '10']);
    expect((await get('/studios', {}, 'POST')).statusCode).toBe(405);
  });

  it.each(['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets', '/assets/nothing.js', '/etc/passwd'])(
    'are not found under %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );
});
