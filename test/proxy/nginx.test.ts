// A real nginx on the host in front of the service: nothing that it forwards is taken for the host itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access, base64, token } from '../domain/fixtures.js';
import { rawRequest, send } from '../adapters/http/raw-client.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { missingNginx, startNginx, type Nginx } from './nginx-process.js';

const basic = (password: string): string => `Authorization: Basic ${base64(`EXTERNAL_APP:${password}`)}`;
const anyPassword = basic('x');
const rightPassword = basic(base64('server-1'));
const bearer = `Authorization: Bearer ${token(1)}`;

interface Setup {
  readonly name: string;
  readonly directives: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const setups: readonly Setup[] = [
  {
    name: 'that sends X-Real-IP',
    directives: ['proxy_set_header X-Real-IP $remote_addr;'],
    environment: {},
  },
  {
    name: 'that sends CF-Connecting-IP',
    directives: ['proxy_set_header CF-Connecting-IP $remote_addr;'],
    environment: {},
  },
  {
    name: 'that sends X-Forwarded-For',
    directives: ['proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;', 'proxy_set_header Host $host;'],
    environment: {},
  },
  { name: 'with a bare proxy_pass, and TRUST_LOOPBACK=off', directives: [], environment: { TRUST_LOOPBACK: 'off' } },
];

describe.skipIf(missingNginx() !== undefined).each(setups)('an nginx $name', ({ directives, environment }) => {
  let service: TestService;
  let nginx: Nginx;
  beforeAll(async () => {
    service = await startHttpService(undefined, environment);
    nginx = await startNginx(service.port, directives);
  });
  afterAll(async () => {
    await nginx.stop();
    await service.close();
  });

  const call = (target: string, headers: readonly string[] = []) =>
    send(nginx.port, rawRequest('GET', target, headers));

  it('lets nobody act by the address of the proxy', async () => {
    service.apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
    expect((await call('/api/v2/signals/sig-1/on')).status).toBe(401);
    expect((await call('/api/v2/plain/signals/sig-1/on')).body).toBe('ERR unauthorized');
    expect((await call('/api/v2/requests')).status).toBe(401);
    expect(service.studio.commands()).toEqual([]);
    expect(service.requests()[0]).toMatchObject({ address: '127.0.0.1', caller: null, status: 401 });
  });

  it('opens the legacy door by the right password only', async () => {
    expect(await call('/api/signals/sig-1/on', [anyPassword])).toMatchObject({ status: 401, body: 'Unauthorized' });
    expect((await call('/api/state/state', [anyPassword])).status).toBe(401);
    expect(service.studio.commands()).toEqual([]);
    expect((await call('/api/signals', [rightPassword])).status).toBe(200);
  });

  it('forwards the health, and calls with a token', async () => {
    expect(await call('/api/v2/plain/health')).toMatchObject({ status: 200, body: 'OK' });
    expect((await call('/api/v2/signals/sig-1/on', [bearer])).status).toBe(200);
    expect(service.requests()[0]).toMatchObject({ caller: 'device:Panel' });
  });
});
