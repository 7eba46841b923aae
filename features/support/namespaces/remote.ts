// Calling the functions of another process: one JSON line for each call and each answer, over its standard streams.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Functions that can be called from another process: what they take and give is JSON. */
export type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

type Reply = { readonly id: number; readonly result?: unknown } | { readonly id: number; readonly error: string };

/** The same functions, asked from afar. */
export type Asked<F extends Functions> = {
  readonly [Name in keyof F]: (...given: Parameters<F[Name]>) => Promise<Awaited<ReturnType<F[Name]>>>;
};

/** Another process, and its functions. */
export interface Remote<F extends Functions> {
  readonly functions: Asked<F>;
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

/** Serves functions to the process that started this one, until it ends. */
export const serve = (functions: Functions): void => {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    void answer(functions, JSON.parse(line) as Question).then((reply) => {
      process.stdout.write(`${JSON.stringify(reply)}\n`);
    });
  });
  lines.on('close', () => process.exit(0));
};

type Waiting = Map<number, (reply: Reply) => void>;

const hear = (child: ChildProcess, waiting: Waiting): void => {
  if (child.stdout === null) return;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
};

/** Starts a process that serves functions. */
export const startRemote = <F extends Functions>(command: readonly string[]): Remote<F> => {
  const [program = '', ...given] = command;
  const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: Waiting = new Map();
  let last = 0;
  hear(child, waiting);

  const ask = (name: string, all: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, (reply) => {
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result);
      });
      child.stdin.write(`${JSON.stringify({ id, name, given: all } satisfies Question)}\n`);
    });

  const functions = new Proxy({} as Asked<F>, {
    get:
      (_, name) =>
      (...all: readonly unknown[]) =>
        ask(String(name), all),
  });
  return {
    functions,
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
