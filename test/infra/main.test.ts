// The command line: its output, its errors and its exit codes.
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { certificateAuthority, type CertificateFiles } from '../application/console/authority.js';
import { eventually } from '../support/eventually.js';
import { listenOnLoopback } from '../support/loopback.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

const folders: string[] = [];
const running: ChildProcess[] = [];

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'studio-control-'));
  folders.push(path);
  return path;
};

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface StartedProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessResult>;
  /** Resolves once a line on standard output matches. */
  readonly line: (pattern: RegExp) => Promise<string>;
}

const start = (...args: readonly string[]): StartedProcess => {
  const child = spawn(process.execPath, [main, '--data-dir', folder(), ...args], {
    env: { ...process.env, DEVICES: 'simulated' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<ProcessResult>((done) => {
    child.once('close', (code) => {
      done({ code, out, err });
    });
  });
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((found) => {
      child.stdout.on('data', () => {
        const match = out.split('\n').find((text) => pattern.test(text));
        if (match !== undefined) found(match);
      });
    });
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return { child, ended, line };
};

const anyPorts = ['--port', '0', '--console-port', '0', '--simulator-port', '0', '--host', '127.0.0.1'];

const badStudio = (): string => {
  const file = join(folder(), 'studio.yaml');
  writeFileSync(file, 'id: 7\n');
  return file;
};

describe('a bad setting', () => {
  const cases: readonly (readonly [string, () => readonly string[], RegExp])[] = [
    ['an unknown flag', () => ['--prot', '1'], /Unknown option '--prot'/],
    ['an unknown part', () => ['everything'], /"everything" is not a part: expected one of all, service/],
    ['an unusable log file', () => ['--log-file', '/dev/null/x.log'], /LOG_FILE: \/dev\/null\/x\.log can't be written/],
    [
      'a certificate without its key',
      () => ['console', '--console-tls-cert', '/nowhere.pem'],
      /CONSOLE_TLS_KEY: expected a file, because CONSOLE_TLS_CERT is set/,
    ],
    [
      'a port for TLS without a certificate',
      () => ['service', '--port', '0', '--tls-port', '3443'],
      /TLS_PORT: expected a certificate beside it \(TLS_CERT and TLS_KEY\)/,
    ],
    [
      'a certificate of the service that is missing',
      () => ['service', '--port', '0', '--tls-cert', '/nowhere.pem', '--tls-key', '/nowhere.key'],
      /TLS_CERT: expected a file of certificates in PEM at \/nowhere\.pem \(ENOENT\)/,
    ],
    [
      'a missing file of an authority',
      () => ['service', '--console-url', 'https://x', '--studio-key', 'top-secret', '--console-ca', '/nowhere.pem'],
      /CONSOLE_CA: expected a file of certificates in PEM at \/nowhere\.pem/,
    ],
    [
      'a missing file of the authority of a database',
      () => ['console', '--database-url', 'postgres://u:top-secret@x/y?sslmode=verify-full&sslrootcert=/nowhere.pem'],
      /DATABASE_URL: ENOENT.*\/nowhere\.pem/,
    ],
    ['a key without a console', () => ['service', '--studio-key', 'top-secret'], /CONSOLE_URL: expected the console/],
    ['a missing studio file', () => ['--studio-file', '/nowhere.yaml'], /STUDIO_FILE: \/nowhere\.yaml: can't be read/],
    ['an invalid studio file', () => ['--studio-file', badStudio()], /STUDIO_FILE: .*id: expected a text of 1 to 64/],
  ];

  it.each(cases)('(%s) is reported in one line', async (_case, args, message) => {
    const { code, out, err } = await start(...args()).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('top-secret');
  });
});

describe('reset-configuration', () => {
  const reset = (data: string) => start('reset-configuration', '--data-dir', data).ended;

  it('forgets both copies, prints one line and exits with 0', async () => {
    const service = join(folder(), 'service');
    mkdirSync(service);
    for (const name of ['access-configuration', 'access-configuration.previous', 'runtime-state'])
      writeFileSync(join(service, name), 'x');
    const { code, out, err } = await reset(join(service, '..'));
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `the access configuration in ${service} is forgotten; start the service again\n`,
      err: '',
    });
    expect(readdirSync(service)).toEqual(['runtime-state']);
  });

  it('has nothing to do in an empty folder', async () => {
    const data = folder();
    const { code, out } = await reset(data);
    expect({ code, out }).toEqual({ code: 0, out: `there is no access configuration in ${join(data, 'service')}\n` });
  });

  it('reports a folder that it cannot change', async () => {
    const { code, err } = await reset('/dev/null');
    expect({ code, err }).toEqual({
      code: 1,
      err: "reset-configuration: /dev/null/service can't be changed (ENOTDIR)\n",
    });
  });
});

describe('an unusable data folder', () => {
  it.each(['all', 'service', 'console'])('is reported in one line by %s', async (part) => {
    const { code, err } = await start(part, ...anyPorts, '--data-dir', '/dev/null').ended;
    expect(code).toBe(1);
    expect(err.trim()).toMatch(/^studio-control: DATA_DIR: .* can't be used \(ENOTDIR\)$/);
  });

  it.each(['all', 'service', 'console'])('below /proc is reported in one line by %s', async (part) => {
    const { code, err } = await start(part, ...anyPorts, '--data-dir', '/proc/missing').ended;
    expect({ code, err: err.trim() }).toEqual({
      code: 1,
      err: expect.stringMatching(/^studio-control: DATA_DIR: \/proc\/missing\/\w+ can't be used \(ENOENT\)$/) as string,
    });
  });
});

describe('@START-21: a data folder', () => {
  it.each([
    ['service', /^service /],
    ['console', /^console /],
  ])('has one %s, and another once that was killed', async (part, address) => {
    const data = folder();
    const begin = () => start(part, ...anyPorts, '--data-dir', data);
    const first = begin();
    await first.line(address);
    const { code, err } = await begin().ended;
    expect(code).toBe(1);
    expect(err).toMatch(/^studio-control: DATA_DIR: .+\n$/);
    expect(err).toContain(`is in use by another running ${part} (process ${String(first.child.pid)})`);
    first.child.kill('SIGKILL');
    await first.ended;
    await begin().line(address);
  });

  it('has one service and one console of the part all, also after it was killed', async () => {
    const data = folder();
    const begin = () => start('all', ...anyPorts, '--data-dir', data);
    const first = begin();
    await first.line(/^service /);
    expect((await start('service', ...anyPorts, '--data-dir', data).ended).err).toContain('by another running service');
    first.child.kill('SIGKILL');
    await first.ended;
    await begin().line(/^service /);
  });
});

describe('SIGHUP', () => {
  const subjectAt = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.once('error', reject);
    });

  it.each([
    ['service', 'https', ['--tls-port', '0', '--tls-cert', 'in-use.pem', '--tls-key', 'in-use.key']],
    ['console', 'https', ['--console-tls-cert', 'in-use.pem', '--console-tls-key', 'in-use.key']],
  ])('makes the %s read its certificate again', async (part, scheme, flags) => {
    const certificates = folder();
    const { issue } = certificateAuthority(certificates);
    const use = ({ cert, key }: CertificateFiles): void => {
      copyFileSync(key, join(certificates, 'in-use.key'));
      copyFileSync(cert, join(certificates, 'in-use.pem'));
    };
    use(issue('first', 'IP:127.0.0.1'));
    const paths = flags.map((flag) => (flag.startsWith('in-use') ? join(certificates, flag) : flag));
    const { child, line, ended } = start(part, ...anyPorts, ...paths);
    const port = Number(new URL(/https\S+/.exec(await line(new RegExp(`^${part} +${scheme}:`)))?.[0] ?? '').port);
    expect(await subjectAt(port)).toBe('first');
    use(issue('second', 'IP:127.0.0.1'));
    child.kill('SIGHUP');
    await eventually('the new certificate', async () => (await subjectAt(port)) === 'second');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 0,
      err: expect.stringContaining('the certificate was read again') as unknown,
    });
  });

  it('does not end a part without a certificate', async () => {
    const { child, line, ended } = start('service', ...anyPorts);
    await line(/^service /);
    child.kill('SIGHUP');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});

describe('the password of a new console', () => {
  it('is in a file until an operator sets one', async () => {
    const data = folder();
    const console = (...args: readonly string[]): StartedProcess =>
      start('console', ...anyPorts, '--data-dir', data, ...args);
    const hint = async ({ child, line, ended }: StartedProcess): Promise<boolean> => {
      await line(/^console /);
      child.kill('SIGTERM');
      return (await ended).out.includes('the password is in');
    };
    expect(await hint(console())).toBe(true);
    expect(await hint(console('--console-admin-password', 'my own password'))).toBe(false);
    expect(await hint(console())).toBe(false);
  });
});

describe('a port in use', () => {
  it.each([
    ['service', 'PORT', '--port'],
    ['console', 'CONSOLE_PORT', '--console-port'],
    ['simulator', 'SIMULATOR_PORT', '--simulator-port'],
  ])('@START-4: is reported in one line by the %s', async (part, setting, flag) => {
    const other = createServer();
    const taken = String(await listenOnLoopback(other));
    const { code, err } = await start(part, ...anyPorts, flag, taken).ended;
    other.close();
    expect(code).toBe(1);
    expect(err.trim()).toBe(`studio-control: ${setting}: 127.0.0.1 port ${taken} is taken by another program`);
  });
});

describe('all parts in one process', () => {
  it('print their addresses, play a clip, and stop on SIGTERM', async () => {
    const { child, line, ended } = start(...anyPorts, '--log-level', 'error');
    const [service] = await Promise.all([line(/^service /), line(/^console /), line(/^simulator /)]);
    const url = service.split(/\s+/)[1] ?? '';
    const played = await fetch(`${url}/plain/outputs/main/clips/3/play`);
    expect([played.status, await played.text()]).toEqual([200, 'OK']);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });
});
