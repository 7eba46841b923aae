// The connection to one CasparCG server: requests and their replies, and dialling anew whenever it is lost. What isn't
// written at once is never written: a server that comes back is told nothing late.
import { connect, type Socket } from 'node:net';
import { ReplyReader, type AmcpReply } from './reply-reader.js';

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** What becomes of a request: its reply, or undefined where the connection was lost first. */
export type ReplyResult = (reply: AmcpReply | undefined) => void;

/** Whoever uses a connection. */
export interface ConnectionListener {
  /** It can be written to from now on. */
  readonly opened: () => void;
  /** It can't be any more; every request that was open has been told so before. */
  readonly lost: (why: string) => void;
}

/** How long an attempt may take, and the pauses before the next ones; the last one stays. Milliseconds. */
const attemptMs = 1_000;
const pausesMs = [20, 50, 100, 200, 400, 500] as const;

/** A connection that keeps itself up until it is closed. */
export class Connection {
  #socket: Socket | undefined;
  #open = false;
  #closed = false;
  #failures = 0;
  #last = 0;
  #redial: NodeJS.Timeout | undefined;
  readonly #requests = new Map<string, ReplyResult>();

  constructor(
    private readonly address: ServerAddress,
    private readonly user: ConnectionListener,
  ) {}

  dial(): void {
    if (this.#closed) return;
    const startedAtMs = Date.now();
    const socket = connect({ ...this.address, noDelay: true, keepAlive: true, keepAliveInitialDelay: 1_000 });
    this.#socket = socket;
    let why = 'it was closed';
    const enough = setTimeout(() => socket.destroy(new Error('it is not answered')), attemptMs);
    socket.once('connect', () => {
      clearTimeout(enough);
      this.#opened(socket);
    });
    socket.on('error', (error) => (why = error.message));
    // A server that ends its side takes no more commands; what it still has to say isn't waited for.
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(enough);
      this.#lost(why, startedAtMs);
    });
  }

  /**
   * Writes a request, a line without its end, and tells its number: numbers rise. Undefined where there is nobody to
   * write to, and then nothing was written.
   */
  request(line: string, heard: ReplyResult): number | undefined {
    if (!this.#open) return undefined;
    this.#last += 1;
    this.#requests.set(String(this.#last), heard);
    this.#socket?.write(`REQ ${String(this.#last)} ${line}\r\n`);
    return this.#last;
  }

  /** Nobody waits for the reply to this request any more. */
  forget(number: number): void {
    this.#requests.delete(String(number));
  }

  /** Drops the connection, and dials anew. */
  drop(why: string): void {
    this.#socket?.destroy(new Error(why));
  }

  /** Ends it for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#redial);
    this.#socket?.destroy();
  }

  #opened(socket: Socket): void {
    const replies = new ReplyReader((reply) => {
      this.#heard(reply);
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        replies.read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    this.#open = true;
    this.user.opened();
  }

  #heard(reply: AmcpReply): void {
    if (reply.id === undefined) return;
    this.#failures = 0;
    const heard = this.#requests.get(reply.id);
    this.#requests.delete(reply.id);
    heard?.(reply);
  }

  #lost(why: string, startedAtMs: number): void {
    const wasOpen = this.#open;
    this.#open = false;
    const requests = [...this.#requests.values()];
    this.#requests.clear();
    for (const heard of requests) heard(undefined);
    if (wasOpen) this.user.lost(why);
    this.#dialAgain(startedAtMs);
  }

  /** Pauses are counted from the attempt before: one that was long enough is followed at once. */
  #dialAgain(startedAtMs: number): void {
    if (this.#closed) return;
    const pauseMs = pausesMs[this.#failures] ?? pausesMs.at(-1) ?? 0;
    this.#failures += 1;
    this.#redial = setTimeout(
      () => {
        this.dial();
      },
      Math.max(pausesMs[0], pauseMs - (Date.now() - startedAtMs)),
    );
  }
}
