// Calling the functions of another process: one JSON line for each call and each answer, over its standard streams or
// any others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Functions that can be called from another process: what they take and give is JSON. */
export type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

type Reply = { readonly id: number; readonly result?: unknown } | { readonly id: number; readonly error: string };

/** The same functions, asked from afar. */
export type RemoteCall<F extends Functions> = {
  readonly [Name in keyof F]: (...given: Parameters<F[Name]>) => Promise<Awaited<ReturnType<F[Name]>>>;
};

/** Another process, and its functions. */
export interface Remote<F extends Functions> {
  readonly functions: RemoteCall<F>;
  readonly end: () => Promise<void>;
}

const answer = async (functions: Functions, { id, name, given }: Question): Promise<Reply> => {
  try {
    const asked = functions[name] as ((...all: readonly unknown[]) => unknown) | undefined;
    return { id, result: await asked?.(...given) };
  } catch (error) {
    return { id, error: String((error as Error).stack ?? error) };
  }
};

/** Serves functions to whoever asks over a pair of streams, until the questions end. */
export const serveOver = (functions: Functions, questions: Readable, replies: Writable): Promise<void> =>
  new Promise((resolve) => {
    const lines = createInterface({ input: questions });
    lines.on('line', (line) => {
      void answer(functions, JSON.parse(line) as Question).then((reply) => {
        replies.write(`${JSON.stringify(reply)}\n`);
      });
    });
    lines.on('close', resolve);
  });

/** Serves functions to the process that started this one, until it ends. */
export const serve = (functions: Functions): void => {
  void serveOver(functions, process.stdin, process.stdout).then(() => process.exit(0));
};

type Waiting = Map<number, (reply: Reply) => void>;

const hear = (replies: Readable, waiting: Waiting): void => {
  createInterface({ input: replies }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
};

/** Asks functions that are served over a pair of streams. */
export const askOver = <F extends Functions>(replies: Readable, questions: Writable): RemoteCall<F> => {
  const waiting: Waiting = new Map();
  let last = 0;
  hear(replies, waiting);

  const ask = (name: string, all: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, (reply) => {
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result);
      });
      questions.write(`${JSON.stringify({ id, name, given: all } satisfies Question)}\n`);
    });

  return new Proxy({} as RemoteCall<F>, {
    get:
      (_, name) =>
      (...all: readonly unknown[]) =>
        ask(String(name), all),
  });
};

/** Starts a process that serves functions. */
export const startRemote = <F extends Functions>(command: readonly string[]): Remote<F> => {
  const [program = '', ...given] = command;
  const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    functions: askOver<F>(child.stdout, child.stdin),
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
