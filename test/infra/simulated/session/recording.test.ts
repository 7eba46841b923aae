// A recording from someone else reaches nothing but the studio of the replay, and a malformed one is refused.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { replayed, startRecording } from './bench.js';

type Line = Readonly<Record<string, unknown>>;

let beginning: Line = {};

beforeAll(async () => {
  const { stop } = await startRecording();
  beginning = JSON.parse((await stop()).split('\n')[0] ?? '') as Line;
});

/** Replays a recording with this first line and these lines. */
const forged = async (first: Line, ...lines: readonly unknown[]): Promise<readonly string[] | undefined> =>
  replayed([first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));

const stop = { stop: true, atMs: 1 };

const call = { call: 1, from: '127.0.0.1', method: 'GET', target: '/api/v2/state', headers: {}, atMs: 1 };

describe('a recording from someone else', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-forged-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(['CONSOLE_URL', 'STUDIO_KEY_FILE', 'LOG_FILE', 'AUDIT_SYSLOG', 'TLS_CERT', '__proto__'])(
    '@REPLAY-8: may not set %s',
    async (name) => {
      const file = join(folder, 'log');
      const settings = JSON.parse(`{"${name}":${JSON.stringify(file)}}`) as Line;
      await expect(async () => forged({ ...beginning, settings }, stop)).rejects.toThrow(
        `line 1: settings: expected only SERVICE_NAMES, APP_USERNAMES, TRUST_LOOPBACK, got ${name}`,
      );
      expect(existsSync(file)).toBe(false);
    },
  );

  it.each(['http://HOST/api/v1/x', '//HOST/api/v1/x', '/\\HOST/api/v1/x', '/api/v2/state'])(
    '@REPLAY-8: steers nothing at %s',
    async (form) => {
      let calls = 0;
      const server = createServer((_, response) => {
        calls += 1;
        response.statusCode = 200;
        response.end();
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const target = form.replace('HOST', `127.0.0.1:${String((server.address() as AddressInfo).port)}`);
      await expect(forged(beginning, { steering: 1, method: 'PUT', target, atMs: 1 }, stop)).rejects.toThrow(
        'line 2: target: expected a path that begins with /api/v1/, got ',
      );
      server.close();
      expect(calls).toBe(0);
    },
  );
});

describe('a malformed recording', { timeout: 60_000 }, () => {
  it.each([
    ['a number near 2^53', [{ ...stop, atMs: 2 ** 53 - 2 }], 'line 2: atMs: expected a whole number from 0 to'],
    ['an unknown disconnect', [{ disconnect: 77, atMs: 1 }, stop], 'line 2: disconnect: expected the number of an'],
    ['a long body', [{ ...call, headers: { 'content-length': '9'.repeat(20) } }], 'line 2: headers: expected headers'],
    ['a negative body', [{ ...call, headers: { 'content-length': '-5' } }], 'got "content-length: -5"'],
    ['an unrecorded header', [{ ...call, headers: { upgrade: 'x' } }], 'got "upgrade: x"'],
    ['a target with a space', [{ ...call, target: '/a b\n' }], 'line 2: target: expected a path'],
    ['an absolute target', [{ ...call, target: 'http://a.example/' }], 'got "http://a.example/"'],
    ['a method with a space', [{ ...call, method: 'G ET' }], 'line 2: method: expected a method of HTTP, got "G ET"'],
    ['null', [null], 'line 2: expected an object with one of call, '],
    ['another object', [{ atMs: 1 }], 'line 2: expected one of the fields call, '],
  ])('@REPLAY-9: with %s is refused, and leaves no folder', async (_, lines, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-control-forged-'));
    vi.stubEnv('TMPDIR', folder);
    await expect(forged(beginning, ...lines)).rejects.toThrow(message);
    vi.unstubAllEnvs();
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('@REPLAY-9: with a long body that never comes is replayed as far as it is the same', async () => {
    const headers = { host: 'localhost', 'content-length': '99999999999999' };
    const difference = await forged(beginning, { ...call, headers, atMs: 0 }, { ...stop, atMs: 0 });
    expect(difference?.[0]).toContain('line 3: ');
  });
});
