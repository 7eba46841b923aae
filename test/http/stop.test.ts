// The service as a process that is told to stop: whoever waits is answered, whoever still calls is told, and it ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dial, readAnswers, request } from './wire.js';

/** Stopping has to be over by then, milliseconds. */
const limitMs = 5_000;

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
  const main = ['--import', 'tsx', join(import.meta.dirname, '../../infra/main.ts'), part];
  child = spawn(process.execPath, main, {
    env: { ...env, SIMULATOR_CLOCK: 'manual' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let told = '';
  child.stdout?.on('data', (chunk) => (told += String(chunk)));
  while (!/service .*:(\d+)/.test(told)) await delay(20);
  port = Number(/service .*?:(\d+)/.exec(told)?.[1]);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-control-stop-'));
});

afterEach(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const listen = async (): Promise<{ say: (octets: string) => void; heard: () => string; over: Promise<unknown> }> => {
  const socket = await dial(port);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  const over = once(socket, 'close');
  return { say: (octets) => void socket.write(octets), heard: () => text, over };
};

describe.each(['service', 'all'])('%s, told to stop', (part) => {
  it('answers what waits and what still comes, and ends in time', { timeout: 40_000 }, async () => {
    await start(part);
    const [waiting, kept, idle] = [await listen(), await listen(), await listen()];
    kept.say(request('GET', '/api/v2/plain/health'));
    idle.say(request('GET', '/api/v2/plain/health'));
    waiting.say(request('GET', '/api/v2/plain/signals/sig-1/on?timeout=30000'));
    await delay(300);
    const begunAt = performance.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await delay(500);
    kept.say(request('GET', '/api/v2/plain/signals/sig-2/on'));
    const [code] = (await exited) as [number];
    expect(performance.now() - begunAt).toBeLessThan(limitMs);
    expect(code).toBe(0);
    await Promise.all([waiting.over, kept.over, idle.over]);
    expect(readAnswers(waiting.heard())).toMatchObject([{ status: 424, body: 'ERR ack_timeout' }]);
    expect(readAnswers(kept.heard())).toMatchObject([{ status: 200 }, { status: 503, body: 'ERR unavailable' }]);
    expect(readAnswers(idle.heard())).toMatchObject([{ status: 200 }]);
  });
});

describe('a service on which nobody waits', () => {
  it('ends at once', { timeout: 40_000 }, async () => {
    await start('service');
    const idle = await listen();
    idle.say(request('GET', '/api/v2/plain/health'));
    await delay(200);
    const begunAt = performance.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    expect(performance.now() - begunAt).toBeLessThan(3_000);
  });
});
