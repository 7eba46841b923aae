// What every answer has in common: its headers, what pages of other origins may read, its line in the log, and that it
// tells nothing from inside.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { controlRoutes } from '../../adapters/http/control/routes.js';
import { createHttpServer, type HttpServer } from '../../adapters/http/server/server.js';
import { textReply } from '../../adapters/http/server/reply.js';
import { readableLog } from '../console/readable-log.js';
import { base64, token } from '../domain/fixtures.js';
import { startService, type TestService } from './service.js';
import { ask, request } from './wire.js';

const proxied = 'X-Forwarded-For: 198.51.100.7';
const bearer = (value: string): string => `Authorization: Bearer ${value}`;
const basic = (text: string): string => `Authorization: Basic ${base64(text)}`;

let on: TestService;
beforeAll(async () => {
  on = await startService();
});
afterAll(() => on.close());

describe('a preflight', () => {
  const headers = ['Origin: http://page.example', 'Access-Control-Request-Method: GET'];

  it.each([
    '/api/v2/signals',
    '/api/v2/signals/sig-1/on',
    '/api/v2/plain/attic',
    '/status',
    '/api/v2/signals?x=%zz',
    '*',
  ])('of %s is answered as every other', async (target) => {
    for (const from of [[], [proxied], [proxied, bearer(token(9))]]) {
      const answer = await ask(on.port, request('OPTIONS', target, [...headers, ...from]));
      expect(answer).toMatchObject({ status: 204, body: '' });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization',
        'access-control-allow-methods': 'GET, POST',
        'cache-control': 'no-store',
      });
      expect(Object.keys(answer.headers)).not.toContain('access-control-allow-credentials');
      expect(on.requests()[0]).toMatchObject({ caller: null, method: 'OPTIONS', status: 204, error: null });
    }
  });

  it.each([[], ['Origin: http://127.0.0.1'], ['Access-Control-Request-Method: GET']])(
    'is none with %j, and judged like any other call',
    async (...some) => {
      const answer = await ask(on.port, request('OPTIONS', '/api/v2/signals', [...some, proxied]));
      expect(answer.status).toBe(401);
    },
  );
});

describe('pages of any origin', () => {
  it.each([
    ['a device', [proxied, bearer(token(1))], '/api/v2/signals', 200],
    ['a device, by the query', [proxied], `/api/v2/signals?token=${token(1)}`, 200],
    ['a device, by Basic', [proxied, basic(`any:${token(1)}`)], '/api/v2/signals', 200],
    ['a device at home', [bearer(token(1)), 'Origin: http://page.example'], '/api/v2/signals', 200],
    ['a device that asks for what is not there', [proxied, bearer(token(1))], '/api/v2/attic', 404],
    ['nobody, with a token', [proxied, bearer(token(9))], '/api/v2/signals', 401],
    ['nobody, with nonsense for a token', [proxied, bearer('nonsense')], '/api/v2/plain/signals', 401],
  ] as const)('may read what %s is answered', async (_who, headers, target, status) => {
    const answer = await ask(on.port, request('GET', target, headers));
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['the host', [], '/api/v2/signals', 200],
    ['nobody', [proxied], '/api/v2/signals', 401],
    ['an empty token', [proxied], '/api/v2/signals?token=', 401],
    ['legacy authorization', [proxied, basic('EXTERNAL_APP:x')], '/api/v2/signals', 403],
    [
      'legacy authorization with a token of its invention',
      [proxied, basic('EXTERNAL_APP:x')],
      `/status?token=${token(9)}`,
      200,
    ],
    ['a public route', [proxied], '/api/v2/health', 200],
  ] as const)('may not read what %s is answered', async (_who, headers, target, status) => {
    const answer = await ask(on.port, request('GET', target, headers));
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers)).not.toContain('access-control-allow-origin');
  });
});

describe('the log', () => {
  it.each([
    ['GET', '/api/v2/signals', [], 'loopback', 200, null],
    ['DELETE', '/api/v2/signals', [], 'loopback', 405, 'method_not_allowed'],
    ['GET', '/api/v2/attic', [proxied], null, 401, 'unauthorized'],
    ['GET', '/api/v2/plain/attic?soft=1', [], 'loopback', 404, 'not_found'],
    ['GET', '/api/v2/signals?x=%zz', [proxied, bearer(token(1))], 'device:Panel', 400, 'invalid_parameter'],
  ] as const)('has %s %s', async (method, path, headers, ...[caller, status, error]) => {
    await ask(on.port, request(method, path, headers));
    expect(on.requests()[0]).toMatchObject({ method, path, caller, status, error, address: '127.0.0.1' });
    expect(on.log.lines.at(-1)).toContain(JSON.stringify(path));
  });

  it('has no token, wherever it was shown', async () => {
    const targets = [`/api/v2/signals?token=${token(1)}`, `/api/v2/signals/${token(1)}?x=1`, `/api/v2/${token(1)}`];
    for (const target of [...targets, `/api/v2/outputs/main/clips/1/play?timeout=${token(1)}`])
      await ask(on.port, request('GET', target, [bearer(token(1)), basic(`x:${token(1)}`)]));
    await ask(on.port, request('BREW', targets[0] ?? ''));
    expect(JSON.stringify([on.requests(), on.log.lines])).not.toContain(token(1).slice(4));
    expect(on.requests()[4]?.path).toBe('/api/v2/signals?token=***');
  });
});

describe('a handler that fails', () => {
  const log = readableLog();
  const calls: unknown[] = [];
  let server: HttpServer;
  let port: number;
  beforeAll(async () => {
    const dispatch = () => Promise.reject(new Error('a secret from inside'));
    const routes = controlRoutes(routeTable, { dispatch, answered: (call) => calls.push(call) });
    server = createHttpServer({ ...routes, log });
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterAll(() => server.close(0));

  it.each([
    ['/api/v2/signals', /^{"ok":false,"error":"internal_error","message":"something unforeseen happened"}$/],
    ['/api/v2/plain/signals', /^ERR internal_error$/],
    ['/api/v2/plain', /^ERR internal_error$/],
    ['/api/signals', /^Internal Server Error$/],
    ['/status', /^Internal Server Error$/],
    ['/attic', /^Internal Server Error$/],
  ])('is told by the face of %s', async (path, body) => {
    const answer = await ask(port, request('GET', path));
    expect(answer.status).toBe(500);
    expect(answer.body).toMatch(body);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(calls.at(-1)).toMatchObject({ path, status: 500, error: 'internal_error', caller: null });
    expect(log.lines.some((line) => line.includes('failed'))).toBe(true);
  });

  it('is told in words of no face where there is none', async () => {
    const bare = createHttpServer({
      routes: new Map([['/', () => Promise.reject(new Error('a secret from inside'))]]),
      unknown: () => textReply(404, ''),
      log,
    });
    const { port: at } = await bare.listen(0, '127.0.0.1');
    const answer = await ask(at, request('GET', '/'));
    await bare.close(0);
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret');
  });
});
