// The compose file, used like an operator does: first the console with its database, then the service with its key.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { basic } from '../support/http-basic.js';

const project = resolve(import.meta.dirname, '../..');

const run = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const options = { cwd: project, env: { ...process.env, ...env } };
  return (await promisify(execFile)(command, args, options)).stdout;
};

/** The environment of docker-compose. The passwords contain special characters. */
const environment: Record<string, string> = {
  DATABASE_PASSWORD: 'p@ss:w/rd?#%&"$x\\ \'ä',
  CONSOLE_ADMIN_PASSWORD: 'an "operator" of $1',
};

const compose = (...args: readonly string[]): Promise<string> =>
  run(
    'docker-compose',
    ['--project-name', 'studio-control', '--file', 'infra/containers/compose.yaml', ...args],
    environment,
  );

interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

const callerScript = `
  const { url, ...options } = JSON.parse(process.argv[1]);
  fetch(url, options).then(async (response) => {
    process.stdout.write(JSON.stringify({ status: response.status, body: await response.text() }));
  });
`;

/** Sends a request from the engine's host network. */
const send = async (url: string, options: RequestInit = {}): Promise<HttpResponse> => {
  const caller = ['--rm', '--network', 'host', '--entrypoint', 'node', 'studio-control-caller'];
  return JSON.parse(
    await run('docker', ['run', ...caller, '-e', callerScript, JSON.stringify({ url, ...options })]),
  ) as HttpResponse;
};

const callConsole = (path: string, body?: unknown): Promise<HttpResponse> => {
  const Authorization = basic('admin', environment['CONSOLE_ADMIN_PASSWORD'] ?? '');
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { Authorization, 'Content-Type': 'application/json' };
  return send(`http://127.0.0.1:3010/api${path}`, { headers, ...request });
};

const isConnected = async (): Promise<boolean> => {
  const { body } = await callConsole('/studios').catch(() => ({ body: '{"studios":[]}' }));
  const { studios } = JSON.parse(body) as { studios: { connected: boolean; appliedVersion: unknown }[] };
  return studios[0]?.connected === true && studios[0].appliedVersion !== null;
};

const healthOf = async (part: string): Promise<string> => {
  const id = (await compose('ps', '--quiet', part)).trim();
  return (await run('docker', ['inspect', '--format', '{{.State.Health.Status}}', id])).trim();
};

const { CONTAINER_ENGINE, CI } = process.env;
const isInstalled = ['/usr/bin/docker-compose', '/usr/lib/postgresql'].every((path) => existsSync(path));

// Only in a Docker engine of its own: ports and volumes don't collide. Podman can't schedule health checks here.
describe.skipIf(CONTAINER_ENGINE !== 'docker' || (CI !== 'true' && !isInstalled))('the compose file', () => {
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compose-'));
    environment['STUDIO_FILE'] = join(folder, 'studio.json');
    await writeFile(environment['STUDIO_FILE'], JSON.stringify(demoStudio), { mode: 0o644 });
    await run('sh', ['test/containers/database/image.sh']);
    return () => rm(folder, { recursive: true });
  });

  afterAll(async () => {
    await compose('--profile', 'studio', 'down', '--volumes');
  });

  it('starts the console without a studio key', async () => {
    await compose('up', '--detach', 'console');
    await eventually('the console', () =>
      callConsole('/studios').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const { id, name } = demoStudio;
    const { status, body } = await callConsole('/studios', { id, name });
    expect(status).toBe(201);
    environment['STUDIO_KEY'] = (JSON.parse(body) as { key: string }).key;
  });

  it('starts the service with the studio key', async () => {
    await compose('--profile', 'studio', 'up', '--detach');
    await eventually('the service to follow the console', isConnected);
    expect(await send('http://127.0.0.1:3002/api/v2/plain/health')).toEqual({ status: 200, body: 'OK' });
  });

  it.each(['console', 'service', 'database'])('reports the %s as healthy', async (part) => {
    await eventually(`the health of the ${part}`, async () => (await healthOf(part)) === 'healthy');
  });

  it('keeps its data after down and up', async () => {
    await compose('--profile', 'studio', 'down');
    await compose('--profile', 'studio', 'up', '--detach');
    await eventually('the service to follow the console again', isConnected);
  });
});
