// Files of a page as browsers ask for them: packed or not, kept or asked for again, and nothing beside them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import inject, { type Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePage } from '../../adapters/http/console/console-page.js';
import { createHttpServer } from '../../adapters/http/server/server.js';
import { textReply } from '../../adapters/http/server/reply.js';
import { readableLog } from '../console/readable-log.js';

const script = 'export const page = 1;'.repeat(100);

describe('the files of a page', () => {
  let folder: string;
  let ask: (path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD' | 'POST') => Promise<Response>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-control-page-'));
    await mkdir(join(folder, 'assets'));
    for (const name of ['index.html', 'icon.svg', 'licences.txt']) await writeFile(join(folder, name), name);
    await writeFile(join(folder, 'assets/index-1a2b.js'), script);
    const routes = await consolePage(folder);
    const unknown = () => textReply(404, 'Not Found');
    const { node } = createHttpServer({ routes, unknown, log: readableLog() });
    ask = (url, headers = {}, method = 'GET') =>
      inject((request, response) => node.emit('request', request, response), {
        ...{ method, url, Request: IncomingMessage },
        headers: { host: 'console.test', ...headers },
      });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['gzip', 'br, gzip', 'deflate,GZIP;q=0.5', 'gzip; q=1.0'])('are packed for who takes %s', async (coding) => {
    const { headers, rawPayload } = await ask('/assets/index-1a2b.js', { 'accept-encoding': coding });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(rawPayload.length).toBeLessThan(script.length / 10);
    expect(gunzipSync(rawPayload).toString()).toBe(script);
  });

  it.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzipped'])('are as they are for who takes "%s"', async (coding) => {
    const { headers, payload } = await ask('/assets/index-1a2b.js', { 'accept-encoding': coding });
    expect(headers['content-encoding']).toBeUndefined();
    expect(payload).toBe(script);
  });

  it('are kept for ever where their name says what is in them, and the page itself never', async () => {
    expect((await ask('/assets/index-1a2b.js')).headers['cache-control']).toContain('immutable');
    expect((await ask('/studios/studio-1/devices')).headers['cache-control']).toBe('no-store');
    expect((await ask('/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('answer HEAD without a body, and nothing that would change them', async () => {
    const head = await ask('/studios', {}, 'HEAD');
    expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([200, '', '10']);
    expect((await ask('/studios', {}, 'POST')).statusCode).toBe(405);
  });

  it.each(['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets', '/assets/nothing.js', '/etc/passwd'])(
    'are nowhere else: %s',
    async (path) => {
      expect((await ask(path)).statusCode).toBe(404);
    },
  );
});
