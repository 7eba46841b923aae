// How long it takes from the console's answer to a change until a request at the service meets the new rule.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const changes = Number(process.env['CHANGES'] ?? 1_000);

/** What the product promises, milliseconds. */
const limits = { median: 100, p99: 1_000 };

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const password = 'benchmark only';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

const figures = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  return { median: at(sorted, 0.5), p99: at(sorted, 0.99), worst: at(sorted, 1) };
};

const told = (name: string, { median, p99, worst }: ReturnType<typeof figures>): string =>
  `${name.padEnd(34)} median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, worst ${worst.toFixed(2)} ms\n`;

/** Starts everything on this machine; resolves with where the service and the console listen. */
const startAll = async (folder: string) => {
  const flags = ['--port', '0', '--console-port', '0', '--simulator-port', '0', '--host', '127.0.0.1'];
  const quiet = ['--log-level', 'error', '--data-dir', folder, '--console-admin-password', password];
  const child = spawn(process.execPath, [main, 'all', ...flags, ...quiet], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const addressOf = (part: string): string | undefined => new RegExp(`^${part} +(\\S+)`, 'm').exec(said)?.[1];
  while (addressOf('simulator') === undefined) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    said += chunk.toString();
  }
  return { child, service: addressOf('service') ?? '', console: addressOf('console') ?? '' };
};

const statusOf = async (url: string): Promise<number> => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
};

const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'));
const { child, service, console: consoleUrl } = await startAll(folder);
try {
  const features = `${consoleUrl}/api/studios/studio-1/features`;
  const signals = `${service}/plain/signals`;
  const headers = { authorization, 'content-type': 'application/json' };
  const all = (await (await fetch(features, { headers })).json()) as Record<string, unknown>;
  const [baseline, times]: [number[], number[]] = [[], []];
  for (let change = 0; change < changes; change += 1) {
    const isOn = change % 2 === 1;
    const asked = performance.now();
    await statusOf(signals);
    baseline.push(performance.now() - asked);
    const body = JSON.stringify({ ...all, signals: { read: isOn, control: true } });
    const answer = await fetch(features, { method: 'PUT', headers, body });
    if (answer.status !== 200) throw new Error(`the change was answered ${String(answer.status)}`);
    await answer.arrayBuffer();
    const answered = performance.now();
    while ((await statusOf(signals)) !== (isOn ? 200 : 403));
    times.push(performance.now() - answered);
  }
  const [one, other] = [figures(baseline), figures(times)];
  process.stdout.write(`${String(changes)} changes\n`);
  process.stdout.write(told('any request (baseline)', one));
  process.stdout.write(told('answer to first request that meets it', other));
  process.stdout.write(`ratio to the baseline: ${(other.median / one.median).toFixed(2)} at the median\n`);
  if (other.median >= limits.median || other.p99 >= limits.p99) process.exitCode = 1;
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
}
