// The device-control API over TLS, beside plain HTTP: the same answers, own origins, certificates, and the end.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import {
  certificateAuthority,
  type CertificateAuthority,
  type CertificateFiles,
} from '../application/console/authority.js';
import { eventually } from '../support/eventually.js';
import { exchange, openSocket, rawRequest, send } from '../adapters/http/raw-client.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';

let folder: string;
let issuer: CertificateAuthority;
let first: CertificateFiles;
let second: CertificateFiles;
let inUse: CertificateFiles;
let service: TestService;

const use = ({ cert, key }: CertificateFiles): void => {
  copyFileSync(key, inUse.key);
  copyFileSync(cert, inUse.cert);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'control-tls-'));
  issuer = certificateAuthority(folder);
  first = issuer.issue('first', 'IP:127.0.0.1');
  second = issuer.issue('second', 'IP:127.0.0.1');
  inUse = { cert: join(folder, 'in-use.pem'), key: join(folder, 'in-use.key') };
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  use(first);
  const environment = { TLS_CERT: inUse.cert, TLS_KEY: inUse.key, TLS_PORT: '0' };
  service = await startHttpService(new SystemClock(), environment);
});
afterEach(() => service.close());

/** Connects over TLS, trusting only the authority. */
const openTls = (options: ConnectionOptions = {}): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { tlsPort: port } = service;
    const socket = connectTls({ port, host: '127.0.0.1', ca: readFileSync(issuer.ca), ...options }, () => {
      resolve(socket);
    });
    socket.once('error', reject);
  });

const subject = async (): Promise<string> => {
  const socket = await openTls();
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
};

const receivedFrom = (socket: Socket): (() => string) => {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  return () => text;
};

const linesAbout = (what: string): readonly string[] => service.log.lines.filter((line) => line.includes(what));

describe('a call over TLS', () => {
  const longTarget = `/api/v2/${'x'.repeat(9_000)}`;

  it.each([
    ['a read', rawRequest('GET', '/api/v2/signals'), 200],
    ['HEAD', rawRequest('HEAD', '/api/v2/plain/health', ['Connection: close']), 200],
    ['an action', rawRequest('POST', '/api/v2/plain/signals/sig-1/on'), 200],
    ['an upgrade', rawRequest('GET', '/api/v2/signals', ['Connection: Upgrade', 'Upgrade: websocket']), 426],
    ['a malformed head', 'GET /api/v2/signals HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n', 400],
    ['a target that is too long', rawRequest('GET', longTarget), 414],
    ['a body that is too long', rawRequest('POST', '/api/v2/signals/sig-1/on', ['Content-Length: 9999999']), 413],
  ])('is answered as one in clear: %s', async (_, request, status) => {
    const plain = (await exchange(service.port, request, 2_000, 1)).responses;
    const secure = (await exchange(openTls, request, 2_000, 1)).responses;
    const withoutId = ({
      headers: { date: _date, 'x-action-id': _id, ...headers },
      ...rest
    }: (typeof plain)[number]) => ({
      ...rest,
      headers,
    });
    expect(secure).toMatchObject([{ status }]);
    expect(secure.map(withoutId)).toEqual(plain.map(withoutId));
  });

  it('comes from its true address, and is logged', async () => {
    await send(openTls, rawRequest('GET', '/api/v2/signals'));
    expect(service.requests()[0]).toMatchObject({ address: '127.0.0.1', caller: 'loopback', status: 200 });
  });

  it('needs TLS 1.2 or newer', async () => {
    const weakCiphers = { ciphers: 'DEFAULT@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
    await expect(openTls(weakCiphers)).rejects.toThrow(/protocol version|unsupported protocol/i);
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
      expect((await openTls({ minVersion: version, maxVersion: version })).getProtocol()).toBe(version);
  });

  it('is not answered in clear', async () => {
    expect(await exchange(service.tlsPort, rawRequest('GET', '/api/v2/plain/health'), 2_000)).toMatchObject({
      responses: [],
      closed: true,
    });
  });
});

describe('the browser guard over TLS', () => {
  const control = (origin: string) => rawRequest('POST', '/api/v2/signals/sig-1/on', [`Origin: ${origin}`]);

  it('takes the https origin for the own one', async () => {
    expect((await send(openTls, control('https://127.0.0.1'))).status).toBe(200);
    expect((await send(openTls, control('https://127.0.0.1:443'))).status).toBe(200);
    expect((await send(openTls, control('http://127.0.0.1'))).status).toBe(403);
    expect((await send(openTls, control('https://evil.example'))).status).toBe(403);
  });
});

describe('a new certificate', () => {
  it('is used for new connections, while open ones and their event streams go on', async () => {
    const stream = await openTls();
    const received = receivedFrom(stream);
    stream.write(rawRequest('GET', '/api/v2/events'));
    await eventually('the stream', () => received().includes('200 OK'));
    const kept = await openTls();
    use(second);
    service.composed.reload();
    expect(await subject()).toBe('second');
    expect((await send(() => Promise.resolve(kept), rawRequest('GET', '/api/v2/signals/sig-1/on'))).status).toBe(200);
    await eventually('the event', () => received().includes('event: signal'));
    expect(stream.destroyed).toBe(false);
    expect(linesAbout('the certificate was read again')).toHaveLength(1);
  });

  it('keeps TLS 1.2 as the minimum', async () => {
    use(second);
    service.composed.reload();
    const weak = { ciphers: 'DEFAULT@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
    await expect(openTls(weak)).rejects.toThrow(/protocol version|unsupported protocol/i);
    expect((await openTls({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
  });

  it('is refused with one line in the log if the key belongs to another', async () => {
    copyFileSync(second.key, inUse.key);
    service.composed.reload();
    const reason = 'TLS_KEY: expected the private key of the certificate';
    expect(linesAbout('could not be renewed')).toEqual([expect.stringContaining(reason)]);
    expect(await subject()).toBe('first');
    expect(await send(service.port, rawRequest('GET', '/api/v2/plain/health'))).toMatchObject({ status: 200 });
  });

  it('is refused when it has expired', async () => {
    use(issuer.issueExpired('expired', 'IP:127.0.0.1'));
    service.composed.reload();
    expect(linesAbout('could not be renewed')).toEqual([expect.stringContaining('but it expired at')]);
    expect(await subject()).toBe('first');
  });
});

describe('a certificate that has expired at start', () => {
  it('is used, with a warning', async () => {
    use(issuer.issueExpired('expired at start', 'IP:127.0.0.1'));
    const environment = { TLS_CERT: inUse.cert, TLS_KEY: inUse.key, TLS_PORT: '0' };
    const { tlsPort, log, close } = await startHttpService(new SystemClock(), environment);
    expect(tlsPort).toBeGreaterThan(0);
    expect(log.lines.filter((line) => line.includes('TLS_CERT'))).toEqual([expect.stringContaining('expired at')]);
    await close();
  });
});

describe('a service that stops', () => {
  it('ends streams over TLS, and connections whose handshake has not finished', async () => {
    const stream = await openTls();
    const received = receivedFrom(stream);
    stream.write(rawRequest('GET', '/api/v2/events'));
    await eventually('the stream', () => received().includes('200 OK'));
    const silent = connect(service.tlsPort, '127.0.0.1');
    silent.on('error', () => undefined);
    silent.write(Buffer.from([22, 3, 1]));
    const ends = [stream, silent].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    const plain = await openSocket(service.port);
    plain.on('error', () => undefined);
    await service.composed.stop();
    await Promise.all(ends);
    await expect(openTls()).rejects.toThrow('ECONNREFUSED');
    plain.destroy();
  });
});
