// What a small machine needs: memory at rest, and the time of a start with a part of a core, beside a bare Node.
// npm run bench -- small-machine [PERCENT OF A CORE, default 30]. Needs root, for a control group, which it removes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeFlags } from './speed/service.js';

const percent = Number(process.argv[2] ?? 30);
const runs = 7;
const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const studio = resolve(import.meta.dirname, '../../infra/studio-file/example-studio.yaml');

/** Limits the processes of a control group of either version to a part of one core. Returns the file that takes their ids. */
const limited = (folder: string): string => {
  mkdirSync(folder);
  const periodUs = 20_000;
  const quotaUs = (periodUs * percent) / 100;
  if (existsSync(join(folder, 'cpu.max')))
    writeFileSync(join(folder, 'cpu.max'), `${String(quotaUs)} ${String(periodUs)}`);
  else {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  return join(folder, 'cgroup.procs');
};

/** Returns the median. */
const middle = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[runs >> 1] ?? 0;

interface Started {
  readonly ms: number;
  readonly memoryMb: number;
}

/** Starts a program in the control group until it prints a line, and reads its memory after some time. */
const start = async (processes: string, restMs: number, words: readonly string[]): Promise<Started> => {
  const data = mkdtempSync(join(tmpdir(), 'studio-control-small-'));
  const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: data, STUDIO_FILE: studio, LOG_LEVEL: 'error' };
  const env = { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '1', ...settings };
  const begunMs = performance.now();
  // The shell is in the group before it becomes the program.
  const enter = `echo $$ > ${processes} && exec "$@"`;
  const child = spawn('sh', ['-c', enter, 'sh', process.execPath, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - begunMs;
  await delay(restMs);
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8')) ?? [];
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(data, { recursive: true });
  return { ms, memoryMb: Number(kilobytes) / 1_000 };
};

const controller = existsSync('/sys/fs/cgroup/cpu') ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup';
const group = join(controller, `studio-control-${String(process.pid)}`);
const processes = limited(group);
try {
  const [bare, service]: [Started[], Started[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await start(processes, 0, ['-e', 'console.log(1); setInterval(() => {}, 1000)']));
    service.push(await start(processes, 4_000, [...nodeFlags, main, 'service']));
  }
  const [bareMs, serviceMs] = [bare, service].map((all) => middle(all.map(({ ms }) => ms))) as [number, number];
  console.log(
    `start with ${String(percent)} % of a core: ${serviceMs.toFixed(0)} ms, ${(serviceMs / bareMs).toFixed(1)} times that of a bare Node`,
  );
  console.log(`memory at rest: ${middle(service.map(({ memoryMb }) => memoryMb)).toFixed(0)} MB`);
} finally {
  // The group of a process that has just ended is empty a moment later.
  await delay(500);
  rmdirSync(group);
}
