// The command line as an operator uses it: a process of its own, on ports that are free, with a data folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = new URL('../../infra/main.ts', import.meta.url).pathname;

/** A process that was started, or has ended by now. */
export interface StartedProcess {
  readonly dataFolder: string;
  /** What it has said on standard output and on standard error. */
  readonly said: () => readonly [out: string, err: string];
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly stop: () => void;
  /** Ends it where it still runs, and removes its data. */
  readonly clear: () => Promise<void>;
}

const anyPorts = ['--port', '0', '--console-port', '0', '--simulator-port', '0'];

const collect = ({ stdout, stderr }: ChildProcess): StartedProcess['said'] => {
  let [out, err] = ['', ''];
  stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return () => [out, err];
};

/** Starts a part with flags; those that are told go before what keeps runs apart. */
export const startPart = async (
  part: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<StartedProcess> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'studio-control-'));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', main, part, ...anyPorts, '--log-level', 'error', '--data-dir', dataFolder, ...flags],
    { env: { ...process.env, NODE_OPTIONS: '', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = collect(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return {
    ...{ dataFolder, said, ended },
    stop: () => void child.kill('SIGTERM'),
    clear: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};
