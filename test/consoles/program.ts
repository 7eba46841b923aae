// Starts the program on a machine of the network.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Machine } from './network.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

/** A running program. */
export interface RunningProgram {
  readonly pid: number;
  /** Returns its output so far, of both streams. */
  readonly output: () => string;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a part of the program; resolves once it listens, rejects with its output if it ends before. By default without flags of Node. */
export const startProgram = async (
  { inside }: Machine,
  part: 'console' | 'service',
  settings: Readonly<Record<string, string>>,
  nodeFlags: readonly string[] = [],
): Promise<RunningProgram> => {
  const [command, ...words] = [...inside, process.execPath, ...nodeFlags, main, part];
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listens = new Promise<void>((listening, failed) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      if (new RegExp(`^${part} `, 'm').test(output)) listening();
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', () => {
      failed(new Error(`the ${part} ended: ${output}`));
    });
  });
  await listens;
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
};
