// The load on a program, made by a process on the other core.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Load, Received } from './load-process.js';
import { cores, type Program } from './programs.js';

/** What a load has received from a program, and what that has cost the program. */
export interface Answered extends Received {
  /** Processor time of the program for one response, in microseconds. */
  readonly costUs: number;
}

/** Makes loads, one at a time. */
export interface LoadMaker {
  readonly run: (program: Program, load: Omit<Load, 'port'>) => Promise<Answered>;
  readonly stop: () => void;
}

/** Starts the process that makes loads. */
export const startLoadMaker = (): LoadMaker => {
  const args = ['-c', String(cores.load), process.execPath, '--import', 'tsx'];
  const child = spawn('taskset', [...args, resolve(import.meta.dirname, 'load-process.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('the process that makes the load has ended');
  });
  failed.catch(() => undefined);
  const next = async (): Promise<unknown> => ((await Promise.race([once(child, 'message'), failed])) as [unknown])[0];
  return {
    run: async (program, load) => {
      child.send({ ...load, port: program.port });
      await next();
      const before = program.processorMs();
      child.send('go');
      const received = (await next()) as Received;
      const costUs = ((program.processorMs() - before) * 1_000) / received.responses;
      await next();
      return { ...received, costUs };
    },
    stop: () => {
      child.kill('SIGTERM');
    },
  };
};
