// Runs a part in a thread of its own. The embedded database reads and writes synchronously: while its disk hangs, that thread
// stands still, and the main thread still handles signals and ends the process (START-4, START-11).
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Part } from './command-line/parts.js';
import type { Settings } from './settings/settings.js';
import { StartupError } from './machine/startup-errors.js';

/** What the thread reports. */
export type ThreadMessage =
  | { readonly kind: 'started'; readonly lines: readonly string[] }
  | { readonly kind: 'alive' }
  | { readonly kind: 'failed'; readonly explanation: string };

/** What the thread starts. Threads can't send each other a `URL`. */
export interface ThreadTask {
  readonly part: string;
  readonly settings: Omit<Settings, 'OIDC_ISSUER'> & { readonly OIDC_ISSUER: string | undefined };
}

/** What the thread is asked to do. */
export type ThreadRequest = 'reload' | 'ping' | 'stop';

/** A thread that runs a part. */
export interface PartThread {
  /** Resolves when the part runs. Rejects with a `StartupError` that explains why it doesn't. */
  readonly started: Promise<Part>;
  /** Whether the thread has not ended yet: then `process.exit` could wait for it without a limit. */
  readonly isRunning: () => boolean;
  /** Ends the thread while its part starts. Resolves when it has ended. */
  readonly terminate: () => Promise<unknown>;
}

const file = new URL(`./part-thread${extname(import.meta.url)}`, import.meta.url);

/** Ends the process when the thread fails: nothing would answer its callers any more. */
const exitWith = (error: unknown): void => {
  process.stderr.write(`studio-control: ${String((error as Error).stack ?? error)}\n`);
  process.exit(1);
};

const partOf = async (thread: Worker, ended: Promise<unknown>): Promise<Part> => {
  const [message] = (await once(thread, 'message')) as [ThreadMessage];
  if (message.kind === 'failed') {
    await ended;
    throw new StartupError(message.explanation);
  }
  const request = (what: ThreadRequest): void => {
    thread.postMessage(what);
  };
  return {
    lines: message.kind === 'started' ? message.lines : [],
    reload: () => {
      request('reload');
    },
    whenAlive: () => {
      request('ping');
      return once(thread, 'message');
    },
    stop: async () => {
      request('stop');
      await ended;
    },
  };
};

/** Starts a part in a thread. */
export const startThread = (part: string, settings: Settings): PartThread => {
  const task: ThreadTask = { part, settings: { ...settings, OIDC_ISSUER: settings.OIDC_ISSUER?.href } };
  const thread = new Worker(file, { workerData: task });
  let isRunning = true;
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => {
      isRunning = false;
      resolve();
    });
  });
  thread.on('error', exitWith);
  return { started: partOf(thread, ended), isRunning: () => isRunning, terminate: () => thread.terminate() };
};
