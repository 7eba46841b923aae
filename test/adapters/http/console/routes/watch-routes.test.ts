// What every stream of a console does at its end, and what a console reports of its callers.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prometheusConsoleMetrics } from '../../../../../adapters/metrics/console.js';
import { StoreUnavailable } from '../../../../../application/ports/console-store.js';
import { range } from '../../../../domain/fixtures.js';
import {
  basic,
  testAdmin,
  testConsole,
  type ConsoleUnderTest,
  listeningUrl,
} from '../../../../application/console/console.js';

const admin = basic(testAdmin.username, testAdmin.password);

describe('a console that stops', () => {
  let app: ConsoleUnderTest;
  let url: string;
  let isRunning: boolean;
  beforeEach(async () => {
    app = await testConsole();
    isRunning = true;
    url = await listeningUrl(app);
  });
  afterEach(async () => {
    if (isRunning) await app.server.close(0);
  });

  /** Opens a stream. Its promise `rest` resolves when it ends as a whole, and rejects when its connection breaks. */
  const follow = async (path: string, authorization: string) => {
    const { status, headers, body } = await fetch(url + path, { headers: { authorization } });
    return { status, headers, rest: new Response(body).text() };
  };

  it.each([
    ['to operators', '/api/events', admin],
    ['of the calls of a studio', '/api/studios/studio-1/calls', admin],
    ['of the state of a studio', '/api/studios/studio-1/state', admin],
    ['to a service', '/sync/events', undefined],
  ])('ends the stream %s as a whole, without waiting for its grace period', async (_, path, authorization) => {
    const { status, headers, rest } = await follow(path, authorization ?? basic('studio-1', app.key));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no']);
    isRunning = false;
    await Promise.all([app.server.close(600_000), rest]);
  });
});

describe('a console behind a trusted proxy', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  const proxy = '10.0.0.1';
  const start = () => testConsole({ trustedProxies: [range(`${proxy}/32`)] });

  it.each([
    [proxy, '198.51.100.7'],
    ['10.0.0.2', '10.0.0.2'],
  ])('names the caller in the audit log, and at a refused service: from %s, %s', async (address, caller) => {
    const { call, audit, ports, clock } = await start();
    const headers = { ...forwarded, authorization: admin };
    await call('POST', '/api/studios', { body: { id: 'studio-2', name: 'Two' }, headers, address });
    expect(audit.events.findLast(({ kind }) => kind === 'change')).toMatchObject({ address: caller, status: 201 });
    await call('PATCH', '/api/studios/none', { body: { name: 'None' }, headers, address });
    expect(audit.refusals.at(-1)).toMatchObject({ address: caller, status: 404, error: 'not_found' });
    const key = { ...forwarded, authorization: basic('studio-1', 'wrong') };
    await call('GET', '/sync/configuration', { headers: key, address });
    expect(ports.refusedServices.since(0)).toEqual([{ studioId: 'studio-1', address: caller, time: clock.now() }]);
  });
});

describe('the configuration of a service', () => {
  it('has its version as tag, and is not sent again to a service that has it', async () => {
    const { call, operate, key } = await testConsole();
    const read = (tag?: string) =>
      call('GET', '/sync/configuration', {
        headers: { authorization: basic('studio-1', key), ...(tag !== undefined && { 'if-none-match': tag }) },
      });
    const first = await read();
    const tag = String(first.headers.etag);
    const { version } = first.body as { readonly version: number };
    expect([first.status, tag]).toEqual([200, `"${String(version)}"`]);
    expect(await read(tag)).toMatchObject({ status: 304, headers: { etag: tag }, text: '' });
    await operate('POST', '/api/studios/studio-1/devices', { name: 'Panel', access: 'read_only' });
    expect((await read(tag)).status).toBe(200);
  });
});

describe('while the store can not be reached', () => {
  it('each route responds 503 with the time to wait, and shows no detail', async () => {
    const { call, ports, key } = await testConsole();
    const fail = () => Promise.reject(new StoreUnavailable('host=db.internal password=top-secret'));
    Object.assign(ports.store, { operator: fail, studio: fail, keys: fail, studioIds: fail, syncStatuses: fail });
    for (const [path, authorization] of [
      ['/api/studios', admin],
      ['/sync/configuration', basic('studio-1', key)],
    ] as const) {
      const { status, headers, text } = await call('GET', path, { headers: { authorization } });
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(text).not.toMatch(/internal|top-secret/);
    }
  });
});

describe('the metrics token', () => {
  it.each([
    ['Bearer a-token-of-metrics', 200],
    ['bearer a-token-of-metrics', 200],
    ['BEARER  a-token-of-metrics ', 200],
    ['Bearer A-token-of-metrics', 401],
    ['Bearer a-token-of-metrics more', 401],
    ['Bearer ', 401],
    ['a-token-of-metrics', 401],
  ])('as "%s" is answered %i', async (authorization, status) => {
    const recorder = prometheusConsoleMetrics({
      connections: { connected: () => [] },
      clock: { now: () => 0 },
      version: '1.2.3',
    });
    const { server } = await testConsole({ metrics: { recorder, token: 'a-token-of-metrics' } });
    const { port } = await server.listen(0, '127.0.0.1');
    const response = await fetch(`http://127.0.0.1:${String(port)}/metrics`, { headers: { authorization } });
    expect(response.status).toBe(status);
    await response.body?.cancel();
    await server.close(0);
  });
});

describe('the API document of a console', () => {
  it('is shown to operators only', async () => {
    const { call, operate } = await testConsole();
    expect((await call('GET', '/api/openapi.json')).status).toBe(401);
    expect((await operate('GET', '/api/openapi.json')).body).toMatchObject({ openapi: '3.1.0' });
  });
});
