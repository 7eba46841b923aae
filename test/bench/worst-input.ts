// Measures how much 158 kB per second of the worst targets raise the median response time of other callers. The baseline
// is the same service without them, in alternating rounds of the same run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const rounds = Number(process.env['ROUNDS'] ?? 40);
/** Short, so that other load on the machine affects rounds with and without the targets alike. */
const forMs = Number(process.env['ROUND_MS'] ?? 250);

const bytesPerSecond = 158_000;
const targetLength = 15_000;
/** The promised limit: the median with the worst targets is less than 20 % above the median without. */
const maxRatio = 1.2;

const filled = (start: string, part: string): string =>
  (start + part.repeat(Math.ceil(targetLength / part.length))).slice(0, targetLength);

const targets: Readonly<Record<string, string>> = {
  'an encoded letter, then letters': filled('/%41/', 'a'),
  'letters, then an encoded letter': `${filled('/', 'a')}%41`,
  'percent signs': filled('/', '%'),
  'nested encodings': filled('/%', '25'),
  'unfinished token lists': filled('/?a=1', ';token['),
  'spaces in a token name': filled('/?token', '+'),
  'beginnings of tokens': filled('/%41', 'svc_'),
};

const folder = mkdtempSync(join(tmpdir(), 'studio-control-worst-'));
const environment = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder };
const service = spawn(process.execPath, ['dist/infra/main.js', 'service', '--devices', 'simulated'], {
  env: environment,
  stdio: ['ignore', 'pipe', openSync(join(folder, 'service.log'), 'w')],
});
if (service.stdout === null) throw new Error('the service has no standard output');
const [line] = (await once(service.stdout, 'data')) as [Buffer];
const port = Number(/:(\d+)/.exec(line.toString())?.[1]);

/** Sends a request on a connection of its own. Resolves when the service closes it. */
const send = async (target: string): Promise<void> => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined).resume();
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
};

/** Sends a target at the fixed rate until the time is over. */
const attack = async (target: string, until: number): Promise<void> => {
  const sent: Promise<void>[] = [];
  while (performance.now() < until) {
    sent.push(send(target));
    await delay((1_000 * target.length) / bytesPerSecond);
  }
  await Promise.all(sent);
};

const readSignal = async (): Promise<number> => {
  const begunAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${String(port)}/api/v2/plain/signals/sig-1`);
  await response.text();
  if (response.status !== 200) throw new Error(`answered ${String(response.status)}`);
  return performance.now() - begunAt;
};

const readUntil = async (until: number): Promise<readonly number[]> => {
  const times: number[] = [];
  while (performance.now() < until) {
    times.push(await readSignal());
    await delay(2);
  }
  return times;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

const measure = async (name: string, target: string): Promise<void> => {
  const [calm, attacked]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    calm.push(...(await readUntil(performance.now() + forMs)));
    const until = performance.now() + forMs;
    const [times] = await Promise.all([readUntil(until), attack(target, until)]);
    attacked.push(...times);
  }
  const ratio = median(attacked) / median(calm);
  const figures = `median ${median(calm).toFixed(2)} ms, with the targets ${median(attacked).toFixed(2)} ms`;
  process.stdout.write(`${name}: ${figures}, ratio ${ratio.toFixed(2)}\n`);
  if (ratio >= maxRatio) process.exitCode = 1;
};

await readUntil(performance.now() + 2_000);
for (const [name, target] of Object.entries(targets)) await measure(name, target);
service.kill('SIGTERM');
await once(service, 'exit');
rmSync(folder, { recursive: true });
