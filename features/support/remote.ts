// Calls the functions of another process: one JSON line per request and reply, over its standard streams or others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Functions that can be called from another process: their parameters and results are JSON. */
export type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

interface RemoteRequest {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type Reply = { readonly id: number; readonly result?: unknown } | { readonly id: number; readonly error: string };

/** The same functions, called remotely. */
export type RemoteCall<F extends Functions> = {
  readonly [Name in keyof F]: (...args: Parameters<F[Name]>) => Promise<Awaited<ReturnType<F[Name]>>>;
};

/** Another process and its functions. */
export interface Remote<F extends Functions> {
  readonly functions: RemoteCall<F>;
  readonly end: () => Promise<void>;
}

const answer = async (functions: Functions, { id, name, args }: RemoteRequest): Promise<Reply> => {
  try {
    const called = functions[name] as ((...all: readonly unknown[]) => unknown) | undefined;
    return { id, result: await called?.(...args) };
  } catch (error) {
    return { id, error: String((error as Error).stack ?? error) };
  }
};

/** Returns a value as one line. Node.js also ends lines at U+2028 and U+2029, which JSON leaves as they are. */
const lineOf = (value: unknown): string =>
  `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;

/** Serves functions over a pair of streams, until the requests end. */
export const serveOver = (functions: Functions, requests: Readable, replies: Writable): Promise<void> =>
  new Promise((resolve) => {
    const lines = createInterface({ input: requests });
    lines.on('line', (line) => {
      void answer(functions, JSON.parse(line) as RemoteRequest).then((reply) => {
        replies.write(lineOf(reply));
      });
    });
    lines.on('close', resolve);
  });

/** Serves functions to the process that started this one, until it ends. */
export const serve = (functions: Functions): void => {
  void serveOver(functions, process.stdin, process.stdout).then(() => process.exit(0));
};

type PendingReplies = Map<number, (reply: Reply) => void>;

/** Passes each reply to its call. Calls fail once no more replies can arrive. */
const routeReplies = (replies: Readable, pending: PendingReplies): void => {
  const lines = createInterface({ input: replies });
  lines.on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    pending.get(reply.id)?.(reply);
    pending.delete(reply.id);
  });
  lines.once('close', () => {
    for (const [id, settle] of pending) settle({ id, error: 'the other process ended before it answered' });
    pending.clear();
  });
};

/** Returns functions that are served over a pair of streams. */
export const callOver = <F extends Functions>(replies: Readable, requests: Writable): RemoteCall<F> => {
  const pending: PendingReplies = new Map();
  let lastId = 0;
  routeReplies(replies, pending);

  const call = (name: string, all: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      pending.set(id, (reply) => {
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result);
      });
      requests.write(lineOf({ id, name, args: all } satisfies RemoteRequest));
    });

  return new Proxy({} as RemoteCall<F>, {
    get:
      (_, name) =>
      (...all: readonly unknown[]) =>
        call(String(name), all),
  });
};

/** Starts a process that serves functions, and connects to it. */
export const startRemote = <F extends Functions>(command: readonly string[]): Remote<F> => {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    functions: callOver<F>(child.stdout, child.stdin),
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
