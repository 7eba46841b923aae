// The program itself, started on a machine of the network and ended as a power cut or an operator would.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Machine } from './network.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

/** A part that runs. */
export interface Running {
  /** Everything it has said so far, on both of its streams. */
  readonly said: () => string;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a part and resolves once it says that it listens; rejects with what it said where it ends before. */
export const startProgram = async (
  { inside }: Machine,
  part: 'console' | 'service',
  settings: Readonly<Record<string, string>>,
): Promise<Running> => {
  const [command, ...words] = [...inside, process.execPath, main, part];
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listens = new Promise<void>((listening, failed) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (new RegExp(`^${part} `, 'm').test(said)) listening();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => {
      failed(new Error(`the ${part} ended: ${said}`));
    });
  });
  await listens;
  return {
    said: () => said,
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
};
