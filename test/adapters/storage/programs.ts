// Starts the console and the service as programs of their own, and calls them.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { basic } from '../../support/http-basic.js';

const main = resolve(import.meta.dirname, '../../../dist/infra/main.js');

/** Settings of a program, by their names in the environment. */
export type ProgramSettings = Readonly<Record<string, string>>;

const environment = (settings: ProgramSettings) => ({ PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings });

/** A running program. */
export interface RunningProgram {
  /** Its first address. */
  readonly url: string;
  /** Makes it read its files again, by SIGHUP. */
  readonly reload: () => void;
  /** Ends it by SIGTERM. */
  readonly stop: () => Promise<void>;
}

const running = new Set<ChildProcess>();

/** Kills the programs that are still running. */
export const killPrograms = (): void => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
};

const failAtExit = async (child: ChildProcess, part: string): Promise<never> => {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`the ${part} ended with the exit code ${String(code)}`);
};

/** Starts a part; resolves once it listens, and rejects if it ends before. */
export const startPart = async (part: string, settings: ProgramSettings): Promise<RunningProgram> => {
  const child = spawn(process.execPath, [main, part], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const [line] = (await Promise.race([once(child.stdout, 'data'), failAtExit(child, part)])) as [Buffer];
  return {
    url: /https?:\S+/.exec(line.toString())?.[0] ?? '',
    reload: () => void child.kill('SIGHUP'),
    stop: async () => {
      running.delete(child);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};

/** Runs a command; resolves with what it printed, or rejects with what it printed as the message. */
export const runCommand = (words: readonly string[], settings: ProgramSettings): Promise<string> =>
  new Promise((succeed, fail) => {
    execFile(process.execPath, [main, ...words], { env: environment(settings) }, (error, out, problems) => {
      if (error === null) succeed(out);
      else fail(new Error(problems));
    });
  });

/** The password of the first operator. */
export const adminPassword = 'correct horse';

/** Calls the API of a console as the first operator; returns the body. Rejects unless the call succeeds. */
export const operate = async <A>(url: string, method: string, path: string, body?: object): Promise<A> => {
  const headers = { authorization: basic('admin', adminPassword), 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url + path, { method, headers, ...sent });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as A;
};
