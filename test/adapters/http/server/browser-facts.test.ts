// Calls as browsers and proxies send them, byte for byte: what acts, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64 } from '../../../domain/fixtures.js';
import { startHttpService, type TestService } from '../service.js';
import { send } from '../raw-client.js';

const legacySecret = `Authorization: Basic ${base64(`EXTERNAL_APP:${base64('server-1')}`)}`;
const chromium = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

/** Sends a request whose header lines are exactly these. */
const sendRaw = (service: TestService, line: string, headers: readonly string[]) =>
  send(service.port, [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n'));

describe('an absolute-form target', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startHttpService();
  });
  afterAll(() => service.close());

  it.each([
    ['http://rebound.example/api/v2/signals', 'localhost', 403],
    ['http://rebound.example:3002/api/v2/signals', '127.0.0.1', 403],
    ['http:///api/v2/signals', 'localhost', 403],
    ['http://user@localhost/api/v2/signals', 'localhost', 403],
    ['http://localhost/api/v2/signals', 'rebound.example', 200],
    ['HTTP://LOCALHOST:3002/api/v2/signals', 'rebound.example', 200],
  ])('%s replaces Host: %s', async (target, host, status) => {
    const response = await sendRaw(service, `GET ${target}`, [`Host: ${host}`, chromium]);
    expect(response.status).toBe(status);
    expect(service.requests()[0]).toMatchObject({ path: '/api/v2/signals', status });
  });

  it('is the Host that an Origin is compared with', async () => {
    const from = (origin: string) =>
      sendRaw(service, 'GET http://localhost:3002/api/v2/signals', ['Host: 127.0.0.1', `Origin: ${origin}`]);
    expect((await from('http://localhost:3002')).status).toBe(200);
    expect((await from('http://127.0.0.1')).status).toBe(403);
  });
});

describe('a navigation of a browser on the host', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startHttpService();
  });
  afterAll(() => service.close());

  it.each([
    ['without a referrer', [chromium]],
    ['with credentials in the URL', [chromium, legacySecret]],
    ['of a form, from a sandboxed page', [chromium, 'Origin: null']],
  ])('%s acts neither on v2 nor on legacy routes', async (_how, headers) => {
    for (const line of [
      'GET /api/v2/signals/sig-1/on',
      'POST /api/signals/sig-1/on',
      'GET /api/v2/plain/signals/sig-1/on',
    ])
      expect((await sendRaw(service, line, ['Host: 192.168.1.10:3002', ...headers])).status).toBe(403);
    expect(service.studio.commands()).toEqual([]);
  });
});
