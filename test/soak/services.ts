// How many services one console process carries: memory for each, and how long a change takes to get to its service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const services = Number(process.env['SERVICES'] ?? 10_000);
const changes = Number(process.env['CHANGES'] ?? 1_000);

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const password = 'measurement only';
const basic = (user: string, secret: string): string => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
const operator = { authorization: basic('admin', password), 'content-type': 'application/json' };

const startConsole = async (folder: string) => {
  const flags = ['--console-port', '0', '--log-level', 'error', '--data-dir', folder];
  const child = spawn(process.execPath, [main, 'console', ...flags, '--console-admin-password', password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: /http:\S+/.exec(chunk.toString())?.[0] ?? '' };
};

const memoryMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1_024;

/** A service's stream: how many configurations have come, and whoever waits for the next. */
interface Stream {
  heard: number;
  onNext: () => void;
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

const follow = (url: string, id: string, key: string): Promise<Stream> =>
  new Promise((opened, failed) => {
    const stream: Stream = { heard: 0, onNext: () => undefined };
    const asked = request(`${url}/sync/events`, { agent, headers: { authorization: basic(id, key) } }, (answer) => {
      if (answer.statusCode !== 200) failed(new Error(`a service was answered ${String(answer.statusCode)}`));
      answer.on('data', (chunk: Buffer) => {
        if (!chunk.includes('event: configuration')) return;
        stream.heard += 1;
        stream.onNext();
        if (stream.heard === 1) opened(stream);
      });
    });
    asked.on('error', failed);
    asked.end();
  });

/** Does a task for every index, so many at the same time. */
const forEach = async (count: number, atOnce: number, task: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

const idOf = (index: number): string => `studio-${String(index)}`;

const folder = mkdtempSync(join(tmpdir(), 'soak-services-'));
const { child, url } = await startConsole(folder);
try {
  const pid = child.pid ?? 0;
  const keys: string[] = [];
  await forEach(services, 16, async (index) => {
    const body = JSON.stringify({ id: idOf(index), name: 'Studio' });
    const entered = await fetch(`${url}/api/studios`, { method: 'POST', headers: operator, body });
    keys[index] = ((await entered.json()) as { key: string }).key;
  });
  const before = memoryMiB(pid);
  const began = performance.now();
  const streams: Stream[] = [];
  await forEach(services, 64, async (index) => {
    streams[index] = await follow(url, idOf(index), keys[index] ?? '');
  });
  const connectedMs = performance.now() - began;
  const perService = ((memoryMiB(pid) - before) * 1_024) / services;
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const index = Math.floor((change * services) / changes);
    const arrived = new Promise<number>((came) => {
      const stream = streams[index];
      if (stream !== undefined)
        stream.onNext = () => {
          came(performance.now());
        };
    });
    const body = JSON.stringify({ name: `Panel ${String(change)}`, access: 'read_only' });
    const asked = performance.now();
    await fetch(`${url}/api/studios/${idOf(index)}/devices`, { method: 'POST', headers: operator, body });
    times.push((await arrived) - asked);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(2);
  process.stdout.write(
    `${String(services)} services: connected in ${(connectedMs / 1_000).toFixed(1)} s, ${(connectedMs / services).toFixed(2)} ms each\n` +
      `memory ${before.toFixed(0)} MiB without them, ${memoryMiB(pid).toFixed(0)} MiB with them, ${perService.toFixed(1)} KiB each\n` +
      `${String(changes)} changes, from asking to the service: median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms\n`,
  );
} finally {
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
}
process.exit();
