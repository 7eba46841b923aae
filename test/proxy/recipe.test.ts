// The configuration of nginx in the deployment guide, with a real nginx: TLS, tokens, event streams, and no repeated call.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import { certificateAuthority, type CertificateAuthority } from '../application/console/authority.js';
import { readDocument } from '../docs/documents.js';
import { access, panel, token } from '../domain/fixtures.js';
import { rawRequest, send } from '../adapters/http/raw-client.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { eventually } from '../support/eventually.js';
import { missingNginx, startNginxWith, type Nginx } from './nginx-process.js';

/** Replaces a text that the document must contain. */
const replaced = (text: string, from: string, to: string): string => {
  expect(text.split(from)).toHaveLength(2);
  return text.replace(from, to);
};

/** The documented server, on the ports and with the certificate of this test. */
const documentedServer = (port: number, upstream: number, { cert, key }: { cert: string; key: string }): string => {
  const [, recipe = ''] = /^```nginx\n(.*?)^```/ms.exec(readDocument('docs/deployment.md')) ?? [];
  const changes = [
    ['listen 443 ssl;', `listen 127.0.0.1:${String(port)} ssl;`],
    ['ssl_certificate /etc/nginx/studio.pem;', `ssl_certificate ${cert};`],
    ['ssl_certificate_key /etc/nginx/studio.key;', `ssl_certificate_key ${key};`],
    ['proxy_pass http://127.0.0.1:3002;', `proxy_pass http://127.0.0.1:${String(upstream)};`],
  ] as const;
  return changes.reduce((text, [from, to]) => replaced(text, from, to), recipe);
};

const bearer = `Authorization: Bearer ${token(1)}`;

describe.skipIf(missingNginx() !== undefined)('nginx as the deployment guide configures it', () => {
  let folder: string;
  let issuer: CertificateAuthority;
  let service: TestService;
  let nginx: Nginx;

  const startBefore = (upstream: number): Promise<Nginx> => {
    const files = issuer.issue(`before-${String(upstream)}`, 'IP:127.0.0.1');
    return startNginxWith((port) => documentedServer(port, upstream, files));
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recipe-'));
    issuer = certificateAuthority(folder);
    service = await startHttpService(new SystemClock(), { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' });
    nginx = await startBefore(service.port);
  });
  afterAll(async () => {
    await nginx.stop();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Connects from an address of loopback, trusting only the authority. */
  const connectFrom =
    (localAddress: string, port = nginx.port) =>
    (): Promise<TLSSocket> =>
      new Promise((resolve, reject) => {
        const options = { port, host: '127.0.0.1', localAddress, ca: readFileSync(issuer.ca) };
        const socket = connectTls(options, () => {
          resolve(socket);
        });
        socket.once('error', reject);
      });

  const call = (target: string, headers: readonly string[] = [], from = '127.0.0.1') =>
    send(connectFrom(from), rawRequest('GET', target, headers));

  it('admits by token only, and the log shows the true address', async () => {
    service.apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
    expect((await call('/api/v2/signals', [], '127.0.0.7')).status).toBe(401);
    expect(service.requests()[0]).toMatchObject({ address: '127.0.0.7', caller: null });
    expect((await call('/api/v2/signals', [bearer], '127.0.0.7')).status).toBe(200);
    expect(service.requests()[0]).toMatchObject({ address: '127.0.0.7', caller: 'device:Panel' });
    expect((await call('/api/v2/plain/health')).body).toBe('OK');
  });

  it('lets no caller state an address of its own', async () => {
    service.apply({ devices: [{ ...panel, fixedAddress: '127.0.0.7' }] });
    expect((await call('/api/v2/signals', [bearer], '127.0.0.7')).status).toBe(200);
    expect((await call('/api/v2/signals', [bearer], '127.0.0.8')).status).toBe(401);
    expect((await call('/api/v2/signals', [bearer, 'X-Forwarded-For: 127.0.0.7'], '127.0.0.8')).status).toBe(401);
    service.apply({});
  });

  it('passes events on at once', async () => {
    const stream = await connectFrom('127.0.0.1')();
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString()));
    stream.write(rawRequest('GET', '/api/v2/events', [bearer]));
    await eventually('the head of the stream', () => received.includes('200 OK'));
    await call('/api/v2/signals/sig-1/on', [bearer]);
    await eventually('the event', () => received.includes('event: signal'));
    stream.destroy();
  });

  it('serves the reference page', async () => {
    const page = await call('/api/v2/docs');
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  });

  it('answers 424 to a call that the service left unanswered, and sends it once', async () => {
    let calls = 0;
    const dying: Server = createServer((request) => {
      calls += 1;
      request.socket.destroy();
    });
    await once(dying.listen(0, '127.0.0.1'), 'listening');
    const before = await startBefore((dying.address() as AddressInfo).port);
    const play = rawRequest('GET', '/api/v2/plain/outputs/main/clips/3/play', [bearer]);
    expect(await send(connectFrom('127.0.0.1', before.port), play)).toMatchObject({
      status: 424,
      body: 'ERR device_unavailable',
    });
    expect(calls).toBe(1);
    dying.close();
    await once(dying, 'close');
    expect((await send(connectFrom('127.0.0.1', before.port), play)).status).toBe(424);
    await before.stop();
  });
});
