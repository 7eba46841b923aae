// The command line as an operator meets it: what is printed, what is refused, and with which exit code.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

const folders: string[] = [];
const running: ChildProcess[] = [];

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'studio-control-'));
  folders.push(made);
  return made;
};

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once a line on standard output matches. */
  readonly line: (pattern: RegExp) => Promise<string>;
}

const start = (...args: readonly string[]): Started => {
  const child = spawn(process.execPath, [main, '--data-dir', folder(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((done) => {
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
    ['a port out of range', () => ['--port', '70000'], /PORT: expected a whole number from 0 to 65535, got "70000"/],
    ['a flag that is none', () => ['--prot', '1'], /Unknown option '--prot'/],
    ['a part that is none', () => ['everything'], /"everything" is no part: expected one of all, service/],
    ['a part that every object has', () => ['constructor'], /"constructor" is no part/],
    [
      'a log file that is none',
      () => ['--log-file', '/dev/null/x.log'],
      /LOG_FILE: \/dev\/null\/x\.log can't be written/,
    ],
    [
      'a key sent in clear',
      () => ['service', '--console-url', 'http://192.168.1.9', '--studio-key', 'top-secret'],
      /CONSOLE_URL: expected https beyond loopback/,
    ],
    ['a console beyond loopback', () => ['console', '--console-host', '0.0.0.0'], /CONSOLE_HOST: 0\.0\.0\.0 is beyond/],
    [
      'half a certificate',
      () => ['console', '--console-tls-cert', '/nowhere.pem'],
      /CONSOLE_TLS_KEY: expected a file, since CONSOLE_TLS_CERT is told/,
    ],
    [
      'proxies that are no addresses',
      () => ['console', '--console-trusted-proxies', '10.0.0.1,proxy.example'],
      /CONSOLE_TRUSTED_PROXIES: expected IP addresses or CIDR ranges with commas between/,
    ],
    [
      'an authority that is none',
      () => ['service', '--console-url', 'https://x', '--studio-key', 'top-secret', '--console-ca', '/nowhere.pem'],
      /CONSOLE_CA: expected a file of certificates in PEM at \/nowhere\.pem/,
    ],
    [
      'a database that is none',
      () => ['console', '--database-url', 'mysql://user:top-secret@x/y'],
      /DATABASE_URL: expected an address of the form postgres:\/\//,
    ],
    ['a key without a console', () => ['service', '--studio-key', 'top-secret'], /CONSOLE_URL: expected the console/],
    [
      'an address that is none',
      () => ['service', '--console-url', 'ftp://x'],
      /CONSOLE_URL: expected http or https addresses/,
    ],
    [
      'a studio file that is not there',
      () => ['--studio-file', '/nowhere.yaml'],
      /STUDIO_FILE: \/nowhere\.yaml: can't be read/,
    ],
    [
      'a studio file that is wrong',
      () => ['--studio-file', badStudio()],
      /STUDIO_FILE: .*id: expected a text of 1 to 64/,
    ],
  ];

  it.each(cases)('%s ends the start with one clear line', async (_what, args, message) => {
    const { code, out, err } = await start(...args()).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('top-secret');
  });
});

describe('a data folder that is none', () => {
  it.each(['all', 'service', 'console'])('ends the start of %s with one clear line', async (part) => {
    const { code, err } = await start(part, ...anyPorts, '--data-dir', '/dev/null').ended;
    expect(code).toBe(1);
    expect(err.trim()).toMatch(/^studio-control: DATA_DIR: .* can't be used \(ENOTDIR\)$/);
  });
});

describe('the password of a new console', () => {
  it('is noted, until one is told', async () => {
    const data = folder();
    const console = (...args: readonly string[]): Started => start('console', ...anyPorts, '--data-dir', data, ...args);
    const hint = async ({ child, line, ended }: Started): Promise<boolean> => {
      await line(/^console /);
      child.kill('SIGTERM');
      return (await ended).out.includes('the password is in');
    };
    expect(await hint(console())).toBe(true);
    expect(await hint(console('--console-admin-password', 'mine'))).toBe(false);
    expect(await hint(console())).toBe(false);
  });
});

describe('a taken port', () => {
  it.each([
    ['service', 'PORT', '--port'],
    ['console', 'CONSOLE_PORT', '--console-port'],
    ['simulator', 'SIMULATOR_PORT', '--simulator-port'],
  ])('ends the start of the %s with one clear line', async (part, setting, flag) => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const taken = String((other.address() as AddressInfo).port);
    const { code, err } = await start(part, ...anyPorts, flag, taken).ended;
    other.close();
    expect(code).toBe(1);
    expect(err.trim()).toBe(`studio-control: ${setting}: 127.0.0.1 port ${taken} is taken by another program`);
  });
});

describe('everything on one machine', () => {
  it('tells where each part listens, plays a clip, and stops cleanly on SIGTERM', async () => {
    const { child, line, ended } = start(...anyPorts, '--log-level', 'error');
    const [service] = await Promise.all([line(/^service /), line(/^console /), line(/^simulator /)]);
    const url = service.split(/\s+/)[1] ?? '';
    const played = await fetch(`${url}/plain/outputs/main/clips/3/play`);
    expect([played.status, await played.text()]).toEqual([200, 'OK']);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });
});
