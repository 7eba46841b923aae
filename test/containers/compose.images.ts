// The compose file as an operator uses it, with a database: the console first, the service once there is a key for it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../features/support/eventually.js';
import { demoStudio } from '../../simulator/demo-studio.js';

const project = resolve(import.meta.dirname, '../..');

const run = async (command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const options = { cwd: project, env: { ...process.env, ...env } };
  return (await promisify(execFile)(command, words, options)).stdout;
};

/** What the environment tells, or a `.env` file; passwords hold whatever a keyboard has. */
const told: Record<string, string> = {
  DATABASE_PASSWORD: 'p@ss:w/rd?#%&"$x\\ \'ä',
  CONSOLE_ADMIN_PASSWORD: 'an "operator" of $1',
};

const compose = (...words: readonly string[]): Promise<string> =>
  run(
    'docker-compose',
    ['--project-name', 'studio-control', '--file', 'infra/containers/compose.yaml', ...words],
    told,
  );

interface Answer {
  readonly status: number;
  readonly body: string;
}

const callOut = `
  const { url, ...options } = JSON.parse(process.argv[1]);
  fetch(url, options).then(async (answer) => {
    process.stdout.write(JSON.stringify({ status: answer.status, body: await answer.text() }));
  });
`;

/** Sends a request from the host itself, whose network is the engine's. */
const send = async (url: string, options: RequestInit = {}): Promise<Answer> => {
  const caller = ['--rm', '--network', 'host', '--entrypoint', 'node', 'studio-control-caller'];
  return JSON.parse(
    await run('docker', ['run', ...caller, '-e', callOut, JSON.stringify({ url, ...options })]),
  ) as Answer;
};

const askConsole = (path: string, body?: unknown): Promise<Answer> => {
  const Authorization = `Basic ${Buffer.from(`admin:${told['CONSOLE_ADMIN_PASSWORD'] ?? ''}`).toString('base64')}`;
  const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { Authorization, 'Content-Type': 'application/json' };
  return send(`http://127.0.0.1:3010/api${path}`, { headers, ...given });
};

const isConnected = async (): Promise<boolean> => {
  const { body } = await askConsole('/studios').catch(() => ({ body: '{"studios":[]}' }));
  const { studios } = JSON.parse(body) as { studios: { connected: boolean; appliedVersion: unknown }[] };
  return studios[0]?.connected === true && studios[0].appliedVersion !== null;
};

const healthOf = async (part: string): Promise<string> => {
  const id = (await compose('ps', '--quiet', part)).trim();
  return (await run('docker', ['inspect', '--format', '{{.State.Health.Status}}', id])).trim();
};

const { CONTAINER_ENGINE, CI } = process.env;
const isInstalled = ['/usr/bin/docker-compose', '/usr/lib/postgresql'].every((path) => existsSync(path));

// Elsewhere the ports and the volumes are somebody's; and podman has no timer for health checks here.
describe.skipIf(CONTAINER_ENGINE !== 'docker' || (CI !== 'true' && !isInstalled))('the compose file', () => {
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compose-'));
    told['STUDIO_FILE'] = join(folder, 'studio.json');
    await writeFile(told['STUDIO_FILE'], JSON.stringify(demoStudio), { mode: 0o644 });
    await run('sh', ['test/containers/database/image.sh']);
    return () => rm(folder, { recursive: true });
  });

  afterAll(async () => {
    await compose('--profile', 'studio', 'down', '--volumes');
  });

  it('begins with the console, before there is a key', async () => {
    await compose('up', '--detach', 'console');
    await eventually('the console', () =>
      askConsole('/studios').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const { id, name } = demoStudio;
    const { status, body } = await askConsole('/studios', { id, name });
    expect(status).toBe(201);
    told['STUDIO_KEY'] = (JSON.parse(body) as { key: string }).key;
  });

  it('goes on with the service, which takes the key', async () => {
    await compose('--profile', 'studio', 'up', '--detach');
    await eventually('the service to follow the console', isConnected);
    expect(await send('http://127.0.0.1:3002/api/v2/plain/health')).toEqual({ status: 200, body: 'OK' });
  });

  it.each(['console', 'service', 'database'])('knows that the %s is healthy', async (part) => {
    await eventually(`the health of the ${part}`, async () => (await healthOf(part)) === 'healthy');
  });

  it('keeps what was entered when everything is taken down and up again', async () => {
    await compose('--profile', 'studio', 'down');
    await compose('--profile', 'studio', 'up', '--detach');
    await eventually('the service to follow the console again', isConnected);
  });
});
