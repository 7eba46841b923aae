// A service in a process of its own, whose heap and descriptors can be measured.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocket } from 'ws';
import { cpuSeconds } from '../../support/process-stat.js';
import { eventually } from '../../support/eventually.js';
import { nodeFlags } from '../../bench/speed/service.js';

export interface Usage {
  /** Bytes of the heap after a garbage collection. */
  readonly heap: number;
  /** Number of open descriptors, apart from the files of the data folder. */
  readonly descriptors: number;
}

/** A running service. */
export interface MeasuredService {
  readonly port: number;
  /** Returns the processor time that it has used, in milliseconds. */
  readonly processorMs: () => number;
  readonly usage: () => Promise<Usage>;
  /** What it has written to its log, at level `error`. */
  readonly errors: () => readonly string[];
  /** Whether the process runs. */
  readonly isAlive: () => boolean;
  readonly close: () => Promise<void>;
}

const main = resolve(import.meta.dirname, '../../../dist/infra/main.js');

/** The flags with which all installations start Node, and an inspector on a free port. */
const measuredFlags = [...nodeFlags, '--inspect=127.0.0.1:0'];

const inspectorLine = /^Debugger listening on (ws:\S+)$/m;
const inspectorLines = /^(Debugger|For help, see: https:\/\/nodejs|\s*$)/;

/** Returns what a descriptor refers to; nothing if it has been closed. */
const targetOf = (descriptor: string): string => {
  try {
    return readlinkSync(descriptor);
  } catch {
    return '';
  }
};

/** Counts the descriptors of a process, apart from the files of its data folder, which it opens when it first uses them. */
const descriptorsOf = (pid: number, dataFolder: string): number => {
  const folder = `/proc/${String(pid)}/fd`;
  const targets = readdirSync(folder).map((name) => targetOf(join(folder, name)));
  return targets.filter((target) => target !== '' && !target.startsWith(dataFolder)).length;
};

/** Calls methods of the inspector over one connection, which it closes. */
const inspect = async (url: string, methods: readonly string[]): Promise<Record<string, unknown>> => {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let result: Record<string, unknown> = {};
  for (const [id, method] of methods.entries()) {
    socket.send(JSON.stringify({ id, method }));
    const [message] = (await once(socket, 'message')) as [Buffer];
    result = (JSON.parse(message.toString()) as { readonly result: typeof result }).result;
  }
  socket.close();
  await once(socket, 'close');
  return result;
};

const startProcess = (folder: string): ChildProcess =>
  spawn(process.execPath, [...measuredFlags, main, 'service', '--devices', 'simulated', '--log-level', 'error'], {
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Starts a service of the demo studio. Resolves once it listens. */
export const startMeasuredService = async (): Promise<MeasuredService> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-fuzz-'));
  const child = startProcess(folder);
  const pid = child.pid ?? 0;
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  await eventually('the service listens', () => {
    if (!isAlive()) throw new Error(`the service has ended: ${errors}`);
    return inspectorLine.test(errors) && /:\d+/.test(output);
  });
  const inspector = inspectorLine.exec(errors)?.[1] ?? '';
  return {
    port: Number(/:(\d+)/.exec(output)?.[1]),
    processorMs: () => cpuSeconds(pid) * 1_000,
    usage: async () => {
      // The second collection frees what finalizers of the first have released.
      const collect = ['HeapProfiler.collectGarbage', 'HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'];
      const { usedSize } = await inspect(inspector, collect);
      return { heap: Number(usedSize), descriptors: descriptorsOf(pid, folder) };
    },
    errors: () => errors.split('\n').filter((line) => !inspectorLines.test(line)),
    isAlive,
    close: async () => {
      child.kill('SIGTERM');
      if (isAlive()) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
