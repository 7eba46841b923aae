// Shutdown of the service as a process: pending calls are answered, new calls are refused, and the process exits.
// It exits with 0 only before its own deadline, which is that of START-4.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { openSocket, parseResponses, rawRequest, send } from '../adapters/http/raw-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const main = join(import.meta.dirname, '../../dist/infra/main.js');

let child: ChildProcess;
let folder: string;
let port: number;

const start = async (part: string): Promise<void> => {
  const env = {
    ...process.env,
    PORT: '0',
    CONSOLE_PORT: '0',
    SIMULATOR_PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
  };
  child = spawn(process.execPath, [main, part], {
    env: { ...env, SIMULATOR_CLOCK: 'manual', DEVICES: 'simulated' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  await eventually('the service listens', () => /service .*:\d+/.test(output));
  port = Number(/service .*?:(\d+)/.exec(output)?.[1]);
};

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  if (child.exitCode === null) child.kill('SIGKILL');
});

const connect = async (): Promise<{
  write: (bytes: string) => void;
  received: () => string;
  closed: Promise<unknown>;
}> => {
  const socket = await openSocket(port);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  return { write: (bytes) => void socket.write(bytes), received: () => text, closed };
};

describe.each(['service', 'all'])('the process of %s, on SIGTERM', (part) => {
  it('answers pending calls, refuses new ones, and exits in time', { timeout: 40_000 }, async () => {
    await start(part);
    const waiting = await connect();
    const kept = await connect();
    const idle = await connect();
    kept.write(rawRequest('GET', '/api/v2/plain/health'));
    idle.write(rawRequest('GET', '/api/v2/plain/health'));
    waiting.write(rawRequest('GET', '/api/v2/plain/signals/sig-1/on?timeout=30000'));
    for (const { received } of [kept, idle]) await eventually('it is answered', () => received().includes(' 200 '));
    // Once a later action is answered, the command of the waiting call was sent.
    await fetch(`http://127.0.0.1:${String(port)}/api/v2/signals/sig-3/on?wait=0`);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const call = () => send(port, rawRequest('GET', '/api/v2/plain/health'));
    await eventually('calls are refused', async () => (await call()).status === 503);
    kept.write(rawRequest('GET', '/api/v2/plain/signals/sig-2/on'));
    const [code] = (await exited) as [number];
    expect(code).toBe(0);
    await Promise.all([waiting.closed, kept.closed, idle.closed]);
    expect(parseResponses(waiting.received())).toMatchObject([{ status: 424, body: 'ERR ack_timeout' }]);
    expect(parseResponses(kept.received())).toMatchObject([{ status: 200 }, { status: 503, body: 'ERR unavailable' }]);
    expect(parseResponses(idle.received())).toMatchObject([{ status: 200 }]);
  });
});

describe('a service without pending calls', () => {
  it('exits before its deadline', { timeout: 40_000 }, async () => {
    await start('service');
    const idle = await connect();
    idle.write(rawRequest('GET', '/api/v2/plain/health'));
    await eventually('it is answered', () => idle.received().includes(' 200 '));
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
