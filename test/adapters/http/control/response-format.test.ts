// Properties of all responses: common headers, cross-origin access, log entries, and no internal details.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../../../adapters/http/control/route-table.js';
import { controlRoutes } from '../../../../adapters/http/control/routes.js';
import { createHttpServer, type HttpServer } from '../../../../adapters/http/server/server.js';
import { textReply } from '../../../../adapters/http/server/reply.js';
import { manualClock } from '../../../../simulator/clock.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { base64, rightOf, token } from '../../../domain/fixtures.js';
import { startHttpService, type TestService } from '../service.js';
import { send, rawRequest } from '../raw-client.js';

const proxied = 'X-Forwarded-For: 198.51.100.7';
const bearer = (value: string): string => `Authorization: Bearer ${value}`;
const basic = (text: string): string => `Authorization: Basic ${base64(text)}`;

let service: TestService;
beforeAll(async () => {
  service = await startHttpService();
});
afterAll(() => service.close());

describe('a preflight', () => {
  const headers = ['Origin: http://page.example', 'Access-Control-Request-Method: GET'];

  it.each([
    '/api/v2/signals',
    '/api/v2/signals/sig-1/on',
    '/api/v2/plain/attic',
    '/api/v2/signals?x=%zz',
    '/api/v2/docs',
  ])('of v2 route %s gets the same response as any other', async (target) => {
    for (const from of [[], [proxied], [proxied, bearer(token(9))]]) {
      const response = await send(service.port, rawRequest('OPTIONS', target, [...headers, ...from]));
      expect(response).toMatchObject({ status: 204, body: '' });
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization',
        'access-control-allow-methods': 'GET, POST',
        'cache-control': 'no-store',
      });
      expect(Object.keys(response.headers)).not.toContain('access-control-allow-credentials');
      expect(service.requests()[0]).toMatchObject({ caller: null, method: 'OPTIONS', status: 204, error: null });
    }
  });

  it.each(['/status', '/api/signals/sig-1/on', '/attic', '*'])('of %s is refused', async (target) => {
    for (const from of [[], [proxied], [bearer(token(1))]]) {
      const response = await send(service.port, rawRequest('OPTIONS', target, [...headers, ...from]));
      expect(response).toMatchObject({ status: 403, body: 'Forbidden' });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(service.requests()[0]).toMatchObject({ caller: null, method: 'OPTIONS', status: 403, error: 'forbidden' });
    }
  });

  it.each([[], ['Origin: http://127.0.0.1'], ['Access-Control-Request-Method: GET']])(
    'is not recognised with %j, and handled like any other call',
    async (...some) => {
      const response = await send(service.port, rawRequest('OPTIONS', '/api/v2/signals', [...some, proxied]));
      expect(response.status).toBe(401);
    },
  );
});

describe('a page of any origin', () => {
  it.each([
    ['a device', [proxied, bearer(token(1))], '/api/v2/signals', 200],
    ['a device, by the query', [proxied], `/api/v2/signals?token=${token(1)}`, 200],
    ['a device, by Basic', [proxied, basic(`any:${token(1)}`)], '/api/v2/signals', 200],
    ['a device on the host', [bearer(token(1)), 'Origin: http://page.example'], '/api/v2/signals', 200],
    ['a device that calls an unknown path', [proxied, bearer(token(1))], '/api/v2/attic', 404],
    ['an unknown caller with a token', [proxied, bearer(token(9))], '/api/v2/signals', 401],
    ['an unknown caller with a malformed token', [proxied, bearer('nonsense')], '/api/v2/plain/signals', 401],
  ] as const)('@CORS-2: may read the response to %s', async (_caller, headers, target, status) => {
    const response = await send(service.port, rawRequest('GET', target, headers));
    expect(response.status).toBe(status);
    expect(response.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['the host', [], '/api/v2/signals', 200],
    ['an unknown caller', [proxied], '/api/v2/signals', 401],
    ['an empty token', [proxied], '/api/v2/signals?token=', 401],
    ['legacy authorization', [proxied, basic(`EXTERNAL_APP:${base64('server-1')}`)], '/api/v2/signals', 403],
    [
      'legacy authorization with an invented token',
      [proxied, basic(`EXTERNAL_APP:${base64('server-1')}`)],
      `/status?token=${token(9)}`,
      200,
    ],
    ['a public route', [proxied], '/api/v2/health', 200],
  ] as const)('@CORS-2: may not read the response to %s', async (_caller, headers, target, status) => {
    const response = await send(service.port, rawRequest('GET', target, headers));
    expect(response.status).toBe(status);
    expect(Object.keys(response.headers)).not.toContain('access-control-allow-origin');
  });
});

describe('the log', () => {
  it.each([
    ['GET', '/api/v2/signals', [], 'loopback', 200, null],
    ['DELETE', '/api/v2/signals', [], 'loopback', 405, 'method_not_allowed'],
    ['GET', '/api/v2/plain/attic?soft=1', [], 'loopback', 404, 'not_found'],
    ['GET', '/api/v2/signals?x=%zz', [proxied, bearer(token(1))], 'device:Panel', 400, 'invalid_parameter'],
  ] as const)('contains %s %s', async (method, path, headers, ...[caller, status, error]) => {
    await send(service.port, rawRequest(method, path, headers));
    expect(service.requests()[0]).toMatchObject({ method, path, caller, status, error, address: '127.0.0.1' });
    expect(service.log.lines.at(-1)).toContain(JSON.stringify(path));
  });

  it('@LOG-6: contains no control character, also of those that HTTP lets through', async () => {
    await send(service.port, rawRequest('GET', '/api/v2/signals/a\u0085b?x=\u009b31m'));
    const { path = '' } = service.requests()[0] ?? {};
    expect(path).toMatch(/^[\x21-\x7e]+$/);
    expect(path).toContain('%C2%9B31m');
  });

  it('@LOG-4: contains no token, wherever it was sent', async () => {
    const targets = [`/api/v2/signals?token=${token(1)}`, `/api/v2/signals/${token(1)}?x=1`, `/api/v2/${token(1)}`];
    for (const target of [...targets, `/api/v2/outputs/main/clips/1/play?timeout=${token(1)}`])
      await send(service.port, rawRequest('GET', target, [bearer(token(1)), basic(`x:${token(1)}`)]));
    await send(service.port, rawRequest('BREW', targets[0] ?? ''));
    expect(JSON.stringify([service.requests(), service.log.lines])).not.toContain(token(1).slice(4));
    expect(service.requests()[4]?.path).toBe('/api/v2/signals?token=***');
  });
});

describe('the message of an error', () => {
  it.each([`/api/v2/${token(1)}`, `/api/v2/signals/${token(1)}`, `/api/v2/signals/%73${token(1).slice(1)}/on`])(
    '@ERROR-13: repeats no token: %s',
    async (target) => {
      const response = await send(service.port, rawRequest('GET', target));
      expect(response.status).toBe(404);
      expect(response.body).toContain('***');
      expect(response.body).not.toContain(token(1).slice(4));
    },
  );
});

describe('a driver that throws while its device is read', () => {
  it('@ERROR-27: is in the log with its error, and not in the response', async () => {
    const before = service.log.lines.length;
    rightOf(service.studio.setFault('out-1', { type: 'broken' }));
    const response = await send(service.port, rawRequest('GET', '/api/v2/outputs/main'));
    rightOf(service.studio.setFault('out-1', null));
    expect(response.status).toBe(200);
    expect(response.body).not.toContain('driver');
    expect(service.log.lines.slice(before).join('\n')).toContain('the driver of \\"out-1\\" is broken');
  });
});

describe('the failure of a handler', () => {
  const log = memoryLog();
  const calls: unknown[] = [];
  let server: HttpServer;
  let port: number;
  beforeAll(async () => {
    const dispatch = () => Promise.reject(new Error('an internal detail'));
    const routes = controlRoutes(routeTable, {
      dispatch,
      clock: manualClock(),
      onAnswered: ({ call }) => calls.push(call),
    });
    server = createHttpServer({ ...routes, log });
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterAll(() => server.close(0));

  it.each([
    ['/api/v2/signals', /^{"ok":false,"error":"internal_error","message":"an unexpected error occurred"}$/],
    ['/api/v2/plain/signals', /^ERR internal_error$/],
    ['/api/v2/plain', /^ERR internal_error$/],
    ['/api/signals', /^Internal Server Error$/],
    ['/status', /^Internal Server Error$/],
    ['/attic', /^Internal Server Error$/],
  ])('@ERROR-22: is reported in the response format of %s, and in the log with its details', async (path, body) => {
    const response = await send(port, rawRequest('GET', path));
    expect(response.status).toBe(500);
    expect(response.body).toMatch(body);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(calls.at(-1)).toMatchObject({ path, status: 500, error: 'internal_error', caller: null });
    expect(log.lines.at(-1)).toContain('an internal detail');
  });

  it('is reported without details by a server without refusal handler', async () => {
    const plainServer = createHttpServer({
      routes: new Map([['/', () => Promise.reject(new Error('an internal detail'))]]),
      fallback: () => textReply(404, ''),
      log,
    });
    const { port: plainPort } = await plainServer.listen(0, '127.0.0.1');
    const response = await send(plainPort, rawRequest('GET', '/'));
    await plainServer.close(0);
    expect(response.status).toBe(500);
    expect(response.body).not.toContain('detail');
  });
});
