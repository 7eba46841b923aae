// A console whose disk hangs: its embedded database stands still, and it still ends in time.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { basic } from '../support/http-basic.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!hasStrace) console.warn('strace is missing: the test of a hung disk is NOT run (install "strace")');

let folder: string;
let child: ChildProcess;
let tracer: ChildProcess | undefined;
let errors = '';

beforeEach(() => {
  folder = temporaryFolder();
  errors = '';
});
afterEach(() => {
  child.kill('SIGKILL');
  tracer?.kill('SIGKILL');
});

const lineOf = async (stream: NodeJS.ReadableStream | null, pattern: RegExp): Promise<string> => {
  let text = '';
  for (;;) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
    const [chunk] = (await once(stream ?? process.stdin, 'data')) as [Buffer];
    text += chunk.toString();
  }
};

const start = async (part: string): Promise<string> => {
  const flags = ['--port', '0', '--host', '127.0.0.1', '--console-port', '0', '--simulator-port', '0'];
  const env = { ...process.env, CONSOLE_ADMIN_PASSWORD: 'correct horse' };
  child = spawn(process.execPath, [main, part, ...flags, '--data-dir', folder], { env });
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const line = await lineOf(child.stdout, /console .*http:\S+/);
  return /http:\S+/.exec(line)?.[0] ?? '';
};

/** Lets no `fsync` return any more. */
const hangDisk = async (): Promise<void> => {
  const calls = 'fsync,fdatasync';
  const fault = ['-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=600000000`];
  tracer = spawn('strace', ['-f', '-o', '/dev/null', ...fault, '-p', String(child.pid)]);
  await lineOf(tracer.stderr, /attached/);
};

const addStudio = (url: string, id: string): Promise<Response> =>
  fetch(`${url}/api/studios`, {
    method: 'POST',
    headers: { authorization: basic('admin', 'correct horse'), 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: id }),
  });

/** Whether the console answers within a second. */
const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url}/api/sign-in`, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  );

it.runIf(hasStrace).each(['console', 'all'])(
  '@START-11: the process of %s ends in time while its database waits for the disk',
  { timeout: 90_000 },
  async (part) => {
    const url = await start(part);
    expect((await addStudio(url, 'stored')).status).toBe(201);
    await hangDisk();
    const waiting = addStudio(url, 'waiting').then(
      ({ status }) => status,
      () => 'no answer',
    );
    await expect.poll(() => isAnswering(url), { timeout: 10_000 }).toBe(false);
    child.kill('SIGTERM');
    // It writes this at its own deadline, which is that of START-4.
    await expect.poll(() => errors, { timeout: 30_000 }).toContain('has not answered; ended without it');
    // The kernel ends a process only when its tracer has seen the end of each thread, and strace still delays one.
    const exited = once(child, 'exit');
    tracer?.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await waiting).toBe('no answer');
  },
);

it('ends with 0 while the disk answers', { timeout: 60_000 }, async () => {
  await start('console');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
