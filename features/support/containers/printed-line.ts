// Waits until a container has printed a line. Polls its log, because podman may end the stream of a log that is followed
// although the container runs.
import { setTimeout as delay } from 'node:timers/promises';
import type { getContainerRuntimeClient, WaitStrategy } from 'testcontainers';

type Client = Awaited<ReturnType<typeof getContainerRuntimeClient>>;
type Container = ReturnType<Client['container']['getById']>;

/** Interval of the looks at a container's log, in milliseconds. */
const pollMs = 50;

const frameHeadBytes = 8;

/** Returns the text of a log whose frames each begin with the kind of the output and a length. */
const textOf = (log: Buffer): string => {
  const frames: Buffer[] = [];
  for (let at = 0; at + frameHeadBytes <= log.length;) {
    const begin = at + frameHeadBytes;
    at = begin + log.readUInt32BE(begin - 4);
    frames.push(log.subarray(begin, at));
  }
  return Buffer.concat(frames).toString();
};

const secretVariable = /^\w*(?:PASSWORD|KEY|SECRET|TOKEN)=(.+)$/s;

/** Replaces the values of environment variables that hold secrets. */
const withoutSecrets = (text: string, environment: readonly string[]): string =>
  environment
    .map((variable) => secretVariable.exec(variable)?.[1] ?? '')
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text);

/** What is known of a container at one moment. */
interface Look {
  readonly text: string;
  /** Undefined while the container runs. */
  readonly exitCode: number | undefined;
}

/** Reads the state before the log, so that the log of a container that has ended is complete. */
const lookAt = async (container: Container, since: number): Promise<Look> => {
  const { State, Config } = await container.inspect();
  const log = await container.logs({ stdout: true, stderr: true, follow: false, since });
  const isOver = State.Status === 'exited' || State.Status === 'dead';
  return { text: withoutSecrets(textOf(log), Config.Env), exitCode: isOver ? State.ExitCode : undefined };
};

class PrintedLine implements WaitStrategy {
  #limitMs: number | undefined;

  constructor(private readonly line: RegExp) {}

  /** Rejects with the log of the container if it ends, or doesn't print the line in time. */
  async waitUntilReady(container: Container, _ports: unknown, start = new Date(0)): Promise<void> {
    const deadline = performance.now() + this.getStartupTimeout();
    let failure = 'no look at the container succeeded';
    while (performance.now() < deadline) {
      // The engine may fail to answer while it is busy with other containers.
      const look = await lookAt(container, start.getTime() / 1_000).catch((error: unknown) => String(error));
      if (typeof look === 'string') failure = look;
      else if (this.line.test(look.text)) return;
      else if (look.exitCode !== undefined) throw this.#error(`ended with code ${String(look.exitCode)}`, look.text);
      else failure = look.text;
      await delay(pollMs);
    }
    throw this.#error(`did not print a line within ${String(this.getStartupTimeout())} ms`, failure);
  }

  withStartupTimeout(limitMs: number): this {
    this.#limitMs = limitMs;
    return this;
  }

  isStartupTimeoutSet(): boolean {
    return this.#limitMs !== undefined;
  }

  getStartupTimeout(): number {
    return this.#limitMs ?? 60_000;
  }

  #error(what: string, log: string): Error {
    return new Error(`the container ${what}; expected a line as ${String(this.line)}. Its log:\n${log}`);
  }
}

/** Waits until a container has printed a line. `line` must not be global. */
export const printed = (line: RegExp): WaitStrategy => new PrintedLine(line);
