// Measures how many reads per second the built service answers, relative to bare restify on the same machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throughput } from './load.js';

const paths = ['/api/v2/plain/signals/sig-1', '/api/v2/signals'];
const rounds = Number(process.env['ROUNDS'] ?? 5);
const forMs = Number(process.env['ROUND_MS'] ?? 2_000);
const connections = 50;
const folder = mkdtempSync(join(tmpdir(), 'studio-control-bench-'));

interface MeasuredServer {
  readonly port: number;
  readonly child: ChildProcess;
}

/** Starts a server in a process of its own, with its log in a file. */
const start = async (name: string, args: readonly string[]): Promise<MeasuredServer> => {
  const log = openSync(join(folder, `${name}.log`), 'w');
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder };
  const nodeFlags = (process.env['NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
  const child = spawn(process.execPath, [...nodeFlags, ...args], {
    env,
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  if (child.stdout === null) throw new Error(`${name} has no standard output`);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, port: Number(/:(\d+)/.exec(line.toString())?.[1]) };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

const inThousands = (perSecond: number): string => `${(perSecond / 1_000).toFixed(1)}k/s`;

/** Measures both in alternating rounds, so that other load on the machine affects both. */
const compare = async (path: string, service: MeasuredServer, bare: MeasuredServer): Promise<void> => {
  const [ofService, ofBare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ofBare.push(await throughput({ port: bare.port, path, connections, forMs }));
    ofService.push(await throughput({ port: service.port, path, connections, forMs }));
  }
  const ratio = median(ofService.map((perSecond, round) => perSecond / (ofBare[round] ?? NaN)));
  const figures = `service ${inThousands(median(ofService))}, bare restify ${inThousands(median(ofBare))}`;
  process.stdout.write(`${path}: ${figures}, ratio ${ratio.toFixed(2)}\n`);
};

const service = await start('service', ['dist/infra/main.js', 'service', '--devices', 'simulated']);
const bare = await start('bare', ['--import', 'tsx', 'test/bench/bare-restify.ts']);
for (const { port } of [service, bare])
  for (const path of paths) await throughput({ port, path, connections, forMs: 1_000 });
for (const path of paths) await compare(path, service, bare);
for (const { child } of [service, bare]) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
rmSync(folder, { recursive: true });
