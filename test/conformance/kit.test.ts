// The conformance kit proves itself: every tested rule holds on the project's own service, and a planted fault fails the rules
// that it breaks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPart, type StartedProcess } from '../../features/support/command-line.js';
import { certificateAuthority, type CertificateAuthority } from '../application/console/authority.js';
import { eventually } from '../support/eventually.js';
import { alteringProxy } from './altering-proxy.js';

const project = resolve(import.meta.dirname, '../..');
const token = 'svc_0123456789abcdefghijklmnopqrstuv';

let folder: string;
let demo: StartedProcess;
let issuer: CertificateAuthority;

const addressOf = (part: string, scheme = 'http'): string | undefined =>
  new RegExp(`^${part} +(${scheme}://[^/\\s]+)`, 'm').exec(demo.output()[0])?.[1];

const service = (): string => addressOf('service')?.replace('[::]', '127.0.0.1') ?? '';
const simulator = (): string => addressOf('simulator') ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  await writeFile(join(folder, 'token'), token);
  // Only the token admits the kit, as from another machine.
  issuer = certificateAuthority(folder);
  const { cert, key } = issuer.issue('service', 'IP:127.0.0.1');
  const tls = ['--tls-cert', cert, '--tls-key', key, '--tls-port', '0'];
  const access = ['--demo-token', token, '--host', '127.0.0.1'];
  demo = await startPart('demo', [...access, ...tls], {});
  await eventually('the demo', () => addressOf('simulator') !== undefined);
});

afterAll(async () => {
  await demo.clear();
  await rm(folder, { recursive: true });
});

interface Run {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly errors: string;
}

const runKit = async (...flags: readonly string[]): Promise<Run> => {
  const kit = spawn(
    process.execPath,
    ['--import', 'tsx', 'features/support/conformance/run.ts', '--token-file', join(folder, 'token'), ...flags],
    { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const ended = once(kit, 'exit');
  const [printed, errors] = await Promise.all([text(kit.stdout), text(kit.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, lines: printed.split('\n'), errors };
};

const steered = (): readonly string[] => ['--service', service(), '--simulator', simulator()];

const rulesWith = ({ lines }: Run, verdict: string): readonly string[] =>
  lines.filter((line) => line.startsWith(verdict)).map((line) => line.slice(12).trim().split(' ', 1)[0] ?? '');

it('holds every tested rule of the signals on the own service', async () => {
  const run = await runKit(...steered(), 'features/signals');
  expect([rulesWith(run, 'fails'), run.errors, run.code]).toEqual([[], '', 0]);
  expect(rulesWith(run, 'holds')).toEqual(expect.arrayContaining(['SIGNAL-1', 'SIGNAL-3', 'SIGNAL-4', 'SIGNAL-11']));
});

it('examines a service over TLS, with an authority that it is given', async () => {
  const encrypted = ['--service', addressOf('service', 'https') ?? '', '--simulator', simulator()];
  const feature = 'features/signals/signals.feature';
  const run = await runKit(...encrypted, '--ca', issuer.ca, feature);
  expect([rulesWith(run, 'fails'), run.errors, run.code]).toEqual([[], '', 0]);
  expect(rulesWith(run, 'holds')).toContain('SIGNAL-3');
  const untrusted = await runKit(...encrypted, feature);
  expect([untrusted.code, untrusted.errors]).toEqual([2, expect.stringMatching(/certificate/)]);
});

it('fails exactly the rules that a planted fault breaks', async () => {
  const proxy = await alteringProxy(service(), (_method, path, body) =>
    path === '/api/v2/plain/signals/red-light' && body === '1' ? 'on' : body,
  );
  const run = await runKit('--service', proxy.url, '--simulator', simulator(), 'features/signals/signals.feature');
  proxy.close();
  expect([rulesWith(run, 'fails'), run.code]).toEqual([['SIGNAL-3'], 1]);
});

it('changes nothing unless it may control', async () => {
  const command = async (): Promise<string> => (await fetch(`${simulator()}/api/v1/commands?limit=1`)).text();
  await fetch(`${simulator()}/api/v1/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const before = await command();
  const run = await runKit('--service', service(), 'features/signals/signals.feature');
  expect([run.code, rulesWith(run, 'fails')]).toEqual([0, []]);
  expect(run.lines.join('\n')).toContain('needs leave to change the studio (--control)');
  expect(await command()).toBe(before);
});

it.each([
  [['--service', 'studio:3002'], 'expected a URL of the form http://host:port or https://host:port, got studio:3002'],
  [['--service', 'http://127.0.0.1:1', '--ca', '/nowhere'], '--ca: expected certificates in PEM in /nowhere (ENOENT)'],
  [
    ['--service', 'http://127.0.0.1:1', '--ca', import.meta.filename],
    `--ca: expected certificates in PEM in ${import.meta.filename} (it contains none)`,
  ],
  [['--service', 'http://panel:hunter2@127.0.0.1:1'], 'or https://host:port, got http://***@127.0.0.1:1'],
  [['--service', 'http://127.0.0.1:1/?key=hunter2'], 'or https://host:port, got http://127.0.0.1:1/?***'],
  [['--service', 'http://127.0.0.1:1'], 'ECONNREFUSED'],
  [['--service', 'http://127.0.0.1:1', '--token-file', '/nowhere'], "--token-file: /nowhere can't be read (ENOENT)"],
])('exits with 2 and one line for %j', async (flags, message) => {
  const run = await runKit(...flags);
  expect(run.code).toBe(2);
  expect(run.errors.trim().split('\n')).toEqual([expect.stringContaining(message)]);
  expect(run.errors).not.toContain('hunter2');
});
