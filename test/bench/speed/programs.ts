// Programs to measure, each in a process on the second core. The load comes from the first.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';

/** The cores of the load and of the programs. */
export const cores = { load: 0, program: 1 };

/** The bundled program. */
export const main = resolve(import.meta.dirname, '../../../dist/infra/main.js');

/** A running program. */
export interface Program {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from its start to its first line, which names where it listens. */
  readonly startedAfterMs: number;
  /** Processor time that all its threads have used, in milliseconds. */
  readonly processorMs: () => number;
  /** Resident memory, in MB. */
  readonly memoryMB: () => number;
  readonly stop: () => Promise<void>;
}

const nsPerMs = 1e6;

/** Returns the processor time of a process with all its threads, in milliseconds. */
const processorMs = (pid: number): number => {
  const folder = `/proc/${String(pid)}/task`;
  const times = readdirSync(folder).map((thread) => parseInt(readFileSync(`${folder}/${thread}/schedstat`, 'utf8')));
  return times.reduce((sum, ns) => sum + ns, 0) / nsPerMs;
};

const urlIn = (text: string): string | undefined => /https?:\/\/\S+?:(\d+)/.exec(text)?.[1];

/** Returns the resident memory of a process, in MB. */
export const memoryMB = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) * 1_024) / 1e6;

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** Resolves with the port of the first URL that a program prints. Its further output is discarded. */
const printedPort = async (output: Readable): Promise<number> => {
  let printed = '';
  while (urlIn(printed) === undefined) printed += String(((await once(output, 'data')) as [Buffer])[0]);
  output.resume();
  return Number(urlIn(printed));
};

/** Starts a Node program on the core of programs. Resolves once it has printed where it listens. */
export const startProgram = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Program> => {
  if (availableParallelism() < 2) throw new Error('expected two cores: one for the load, one for the program');
  const beganAt = performance.now();
  const child = spawn('taskset', ['-c', String(cores.program), process.execPath, ...args], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await printedPort(child.stdout);
  const pid = child.pid ?? 0;
  return {
    pid,
    port,
    startedAfterMs: performance.now() - beganAt,
    processorMs: () => processorMs(pid),
    memoryMB: () => memoryMB(pid),
    stop: () => end(child),
  };
};
