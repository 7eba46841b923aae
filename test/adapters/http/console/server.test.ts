// The console's server: its own certificate, renewed while it runs, what comes in clear, callers behind a proxy, a store that is away,
// and the end.
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import * as O from 'fp-ts/lib/Option.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseRange } from '../../../../domain/access/address.js';
import { ownNames } from '../../../../domain/access/browser-guard.js';
import { StoreUnavailable } from '../../../../application/ports/console-store.js';
import { consoleCertificate, serviceCertificate } from '../../../../infra/machine/certificate.js';
import {
  certificateAuthority,
  readFiles,
  type CertificateAuthority,
  type CertificateFiles,
} from '../../../application/console/authority.js';
import {
  basic,
  listeningUrl,
  testAdmin,
  testConsole,
  type ConsoleUnderTest,
} from '../../../application/console/console.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { range } from '../../../domain/fixtures.js';
import { until } from '../../cloud/link.js';
import { openSocket, parseResponses, rawRequest } from '../raw-client.js';

let folder: string;
let issuer: CertificateAuthority;
let first: CertificateFiles;
let second: CertificateFiles;
let app: ConsoleUnderTest;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-tls-'));
  issuer = certificateAuthority(folder);
  first = issuer.issue('first', 'DNS:console.test', 'IP:127.0.0.1');
  second = issuer.issue('second', 'IP:127.0.0.1');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface SignInResult {
  readonly status: number;
  readonly cookie: string;
  readonly subject: string;
}

/** Signs in over TLS, trusting only the authority. */
const signIn = (): Promise<SignInResult> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.node.address() as AddressInfo;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/session',
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json' },
        ca: readFileSync(issuer.ca),
      },
      (answer) => {
        const { socket } = answer;
        const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : undefined;
        answer.resume();
        resolve({
          status: answer.statusCode ?? 0,
          cookie: String(answer.headers['set-cookie']),
          subject: String(subject),
        });
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify(testAdmin));
  });

describe('a console with a certificate', () => {
  afterEach(() => app.server.close(0));

  it('accepts TLS only, and sets secure cookies', async () => {
    app = await testConsole({ certificate: readFiles(first) });
    const { port } = await app.server.listen(0, '127.0.0.1');
    expect(await signIn()).toMatchObject({
      status: 200,
      subject: 'first',
      cookie: expect.stringContaining('; Secure') as unknown,
    });
    await expect(fetch(`http://127.0.0.1:${String(port)}/api/session`)).rejects.toThrow();
  });

  it('uses a new certificate once its files have changed, and keeps the old one if the new one is invalid', async () => {
    const files = { CONSOLE_TLS_CERT: join(folder, 'now.pem'), CONSOLE_TLS_KEY: join(folder, 'now.key') };
    const put = ({ cert, key }: CertificateFiles): void => {
      copyFileSync(key, files.CONSOLE_TLS_KEY);
      copyFileSync(cert, files.CONSOLE_TLS_CERT);
    };
    put(first);
    const certificate = consoleCertificate(files);
    app = await testConsole({ certificate: certificate?.initial });
    await app.server.listen(0, '127.0.0.1');
    const log = memoryLog();
    const failures = (): number => log.lines.filter((line) => line.includes('could not be renewed')).length;
    const { stop } = certificate?.follow(app.server.setCertificate, log, 20) ?? expect.unreachable();
    put(second);
    await until(async () => (await signIn()).subject === 'second');
    // Between the two copies, the new key may have been read with the old certificate.
    const before = failures();
    writeFileSync(files.CONSOLE_TLS_CERT, 'no certificate');
    await until(() => failures() > before);
    expect((await signIn()).subject).toBe('second');
    expect(failures()).toBe(before + 1);
    stop();
  });

  it.each(['cert', 'key'] as const)('uses a new certificate whichever of its files changes last: %s', async (last) => {
    const files = { CONSOLE_TLS_CERT: join(folder, 'next.pem'), CONSOLE_TLS_KEY: join(folder, 'next.key') };
    const put = (name: keyof CertificateFiles, { [name]: from }: CertificateFiles): void => {
      copyFileSync(from, name === 'cert' ? files.CONSOLE_TLS_CERT : files.CONSOLE_TLS_KEY);
    };
    for (const name of ['cert', 'key'] as const) put(name, first);
    const certificate = consoleCertificate(files);
    app = await testConsole({ certificate: certificate?.initial });
    await app.server.listen(0, '127.0.0.1');
    const log = memoryLog();
    const { stop } = certificate?.follow(app.server.setCertificate, log, 20) ?? expect.unreachable();
    // A file that is watched is seen half changed.
    put(last === 'cert' ? 'key' : 'cert', second);
    await until(() => log.lines.some((line) => line.includes('could not be renewed')));
    put(last, second);
    await until(async () => (await signIn()).subject === 'second');
    stop();
  });

  it('stops although a client has not finished its handshake', async () => {
    app = await testConsole({ certificate: readFiles(first) });
    const { port } = await app.server.listen(0, '127.0.0.1');
    const silent = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => silent.once('close', resolve));
    await new Promise((resolve) => silent.once('connect', resolve));
    silent.on('error', () => undefined);
    silent.write(Buffer.from([22, 3, 1]));
    await app.server.close(50);
    await closed;
  });
});

describe('the files of a certificate', () => {
  const files = (cert: string | undefined, key: string | undefined) => () =>
    consoleCertificate({ CONSOLE_TLS_CERT: cert, CONSOLE_TLS_KEY: key })?.initial;

  it('must both be specified, and match', () => {
    expect(files(undefined, undefined)()).toBeUndefined();
    expect(files(first.cert, first.key)()).toEqual(readFiles(first));
    expect(files(first.cert, undefined)).toThrow('CONSOLE_TLS_KEY: expected a file, because CONSOLE_TLS_CERT is set');
    expect(files(undefined, first.key)).toThrow('CONSOLE_TLS_CERT: expected a file, because CONSOLE_TLS_KEY is set');
    expect(files('/nowhere', first.key)).toThrow(
      'CONSOLE_TLS_CERT: expected a file of certificates in PEM at /nowhere (ENOENT)',
    );
    expect(files(first.cert, first.cert)).toThrow('CONSOLE_TLS_KEY: expected a file of a private key in PEM');
    expect(files(first.cert, second.key)).toThrow('CONSOLE_TLS_KEY: expected the private key of the certificate in');
  });

  it('must form a chain that TLS accepts', () => {
    const broken = join(folder, 'broken-chain.pem');
    writeFileSync(broken, `${readFiles(first).cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`);
    expect(files(broken, first.key)).toThrow(`CONSOLE_TLS_CERT: expected a certificate and its chain that TLS accepts`);
  });

  it('are named by the settings of their part', () => {
    const TLS_CERT = first.cert;
    expect(serviceCertificate({})).toBeUndefined();
    expect(serviceCertificate({ TLS_CERT, TLS_KEY: first.key })?.initial).toEqual(readFiles(first));
    expect(() => serviceCertificate({ TLS_CERT })).toThrow('TLS_KEY: expected a file, because TLS_CERT is set');
    for (const setting of [{ TLS_PORT: 3443 }, { TLS_HOST: '::' }])
      expect(() => serviceCertificate(setting)).toThrow('expected a certificate beside it (TLS_CERT and TLS_KEY)');
  });
});

describe('a console that requires encryption', () => {
  const trustedProxies = [O.toNullable(parseRange('10.0.0.1'))].filter((range) => range !== null);
  const statusOf = async (address: string, headers: Record<string, string> = {}) =>
    (await app.call('POST', '/api/session', { body: testAdmin, address, headers })).status;

  it('refuses unencrypted requests from other hosts, whether trusted proxies or not', async () => {
    app = await testConsole({ encryptedOnly: true, trustedProxies });
    const [encrypted, forwarded] = [{ 'x-forwarded-proto': 'https' }, { 'x-forwarded-for': '198.51.100.9' }];
    expect(await statusOf('198.51.100.7')).toBe(403);
    expect(await statusOf('198.51.100.7', encrypted)).toBe(403);
    expect(await statusOf('10.0.0.1', forwarded)).toBe(403);
    expect(await statusOf('127.0.0.1', forwarded)).toBe(403);
    expect(await statusOf('10.0.0.1', { ...encrypted, ...forwarded })).toBe(200);
    expect(await statusOf('127.0.0.1')).toBe(200);
  });
});

it('a console that requires encryption refuses a browser on its own host that uses the name of another site', async () => {
  app = await testConsole({ encryptedOnly: true });
  const statusOf = async (host: string) => {
    const headers = { host, 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'none' };
    return (await app.call('GET', '/api/session', { address: '127.0.0.1', headers })).status;
  };
  expect([await statusOf('localhost'), await statusOf('rebound.example')]).toEqual([401, 403]);
});

describe('a console without trusted proxies', () => {
  it('believes nobody that a connection in clear text was encrypted', async () => {
    app = await testConsole({ encryptedOnly: true });
    const headers = { 'x-forwarded-proto': 'https' };
    const reply = await app.call('POST', '/api/session', { body: testAdmin, address: '198.51.100.7', headers });
    expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
  });
});

describe('a browser', () => {
  const statusOf = async (host: string, headers: Record<string, string> = { 'user-agent': 'Mozilla/5.0' }) =>
    (await app.call('GET', '/api/session', { headers: { host, ...headers } })).status;

  it('is refused under a host name that is not the console’s own', async () => {
    app = await testConsole({ names: ownNames('machine', ['console.example']) });
    for (const host of [
      'localhost:3010',
      '127.0.0.1:3010',
      '[::1]:3010',
      'machine',
      'machine.local',
      'console.example',
    ])
      expect(await statusOf(host)).toBe(401);
    expect(await statusOf('evil.example')).toBe(403);
    expect(await statusOf('evil.example', { origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf('evil.example', {})).toBe(401);
  });
});

const admin = basic(testAdmin.username, testAdmin.password);

describe('a console that stops', () => {
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

describe('@FLEET-5: a console that stops while services are connected', () => {
  const services = 40;

  /** A connection that has had one answer. */
  const keptConnection = async (port: number, path: string) => {
    const socket = await openSocket(port);
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    const responses = () => parseResponses(received).map(({ status, headers }) => [status, headers['connection']]);
    const ask = () => socket.write(rawRequest('GET', path));
    ask();
    await expect.poll(responses).toEqual([[401, 'keep-alive']]);
    return { socket, responses, ask };
  };

  it('ends their streams one after the other, and keeps connections of operators until then', async () => {
    app = await testConsole({ drainSeconds: 1 });
    const { port } = await app.server.listen(0, '127.0.0.1');
    const ends: number[] = [];
    const end = () => void ends.push(performance.now());
    for (let number = 0; number < services; number += 1)
      app.ports.connections.listen(`far-${String(number)}`, { keyHash: '', send: () => undefined, end });
    const operator = await keptConnection(port, '/api/session');
    const service = await keptConnection(port, '/sync/configuration');
    const isClosed = once(operator.socket, 'close');
    const closed = app.server.close(0);
    await expect(openSocket(port)).rejects.toThrow('ECONNREFUSED');
    await expect.poll(() => service.socket.destroyed, { interval: 5 }).toBe(true);
    expect([operator.socket.destroyed, ends.length < services]).toEqual([false, true]);
    operator.ask();
    await Promise.all([closed, isClosed]);
    expect(operator.responses().at(-1)).toEqual([401, 'close']);
    expect(ends).toHaveLength(services);
    expect((ends.at(-1) ?? 0) - (ends[0] ?? 0)).toBeGreaterThan((services / 2) * 10);
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

describe('the API document of a console', () => {
  it('is shown to operators only', async () => {
    const { call, operate } = await testConsole();
    expect((await call('GET', '/api/openapi.json')).status).toBe(401);
    expect((await operate('GET', '/api/openapi.json')).body).toMatchObject({ openapi: '3.1.0' });
  });
});
