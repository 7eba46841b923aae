// Starts the command line as an operator does: as a separate process, on free ports, with its own data folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = new URL('../../infra/main.ts', import.meta.url).pathname;

/** A started process, which may have ended. */
export interface StartedProcess {
  readonly dataFolder: string;
  /** Returns what the process has written to standard output and standard error so far. */
  readonly output: () => readonly [out: string, err: string];
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly stop: () => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Kills the process if it is still running, and removes its data. */
  readonly clear: () => Promise<void>;
}

const anyPorts = ['--port', '0', '--console-port', '0', '--simulator-port', '0'];

/** The demo studio, unless a scenario has a studio file. */
const devicesFor = (flags: readonly string[]): Readonly<Record<string, string>> =>
  flags.includes('--studio-file') ? {} : { DEVICES: 'simulated' };

const collect = ({ stdout, stderr }: ChildProcess): StartedProcess['output'] => {
  let [out, err] = ['', ''];
  stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return () => [out, err];
};

/** Starts a part of the program; `flags` override the defaults that isolate runs from each other. */
export const startPart = async (
  part: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<StartedProcess> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'studio-control-'));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', main, part, ...anyPorts, '--log-level', 'error', '--data-dir', dataFolder, ...flags],
    {
      env: { ...process.env, NODE_OPTIONS: '', ...devicesFor(flags), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return {
    dataFolder,
    output,
    ended,
    stop: () => void child.kill('SIGTERM'),
    signal: (signal) => void child.kill(signal),
    clear: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};
