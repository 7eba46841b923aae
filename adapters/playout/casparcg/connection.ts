// Connection to one CasparCG server: sends requests, matches replies, and reconnects when the connection is lost.
// Requests are never queued, so a server that comes back doesn't receive old commands.
import { connect, type Socket } from 'node:net';
import { AwaitedReplies } from './awaited-replies.js';
import { ReplyReader, type AmcpReply } from './reply-reader.js';

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Receives the reply to a request; undefined if the connection was lost first. */
export type ReplyResult = (reply: AmcpReply | undefined) => void;

/** The IP addresses of a connection. */
export interface SocketAddresses {
  readonly local: string | undefined;
  readonly remote: string | undefined;
}

/** The user of a connection. */
export interface ConnectionListener {
  /** Called when the connection is open and requests can be sent. */
  readonly onOpen: (addresses: SocketAddresses) => void;
  /** Called for each reply to a request. */
  readonly onReply: () => void;
  /** Called after the connection was lost and every open request has received undefined. */
  readonly onLost: (reason: string) => void;
}

/** Time limit of a connection attempt, and the pauses before further attempts (the last one repeats). Milliseconds. */
const attemptMs = 1_000;
const pausesMs = [20, 50, 100, 200, 400, 500] as const;

/** A connection that reconnects until it is closed. */
export class Connection {
  #socket: Socket | undefined;
  #open = false;
  #closed = false;
  #failures = 0;
  #lastRequest = 0;
  #redial: NodeJS.Timeout | undefined;
  #dropReason: string | undefined;
  readonly #requests = new Map<string, ReplyResult>();
  readonly #awaited = new AwaitedReplies();

  /** `now` returns the time in milliseconds since 1970 UTC. */
  constructor(
    private readonly address: ServerAddress,
    private readonly listener: ConnectionListener,
    private readonly now: () => number,
  ) {}

  /** How long no reply has arrived although one is awaited, in milliseconds; 0 if none is awaited. */
  get waitedMs(): number {
    return this.#awaited.waitedMs(this.now());
  }

  dial(): void {
    if (this.#closed) return;
    const startedAtMs = Date.now();
    const socket = connect({ ...this.address, noDelay: true, keepAlive: true, keepAliveInitialDelay: 1_000 });
    this.#socket = socket;
    let reason = 'the server closed the connection';
    const timeout = setTimeout(() => socket.destroy(new Error('the connection attempt timed out')), attemptMs);
    socket.once('connect', () => {
      clearTimeout(timeout);
      this.#handleOpen(socket);
    });
    socket.on('error', (error) => (reason = error.message));
    // A server that ends its side takes no more commands, so its remaining replies aren't awaited.
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timeout);
      this.#handleClose(this.#dropReason ?? reason, startedAtMs);
    });
  }

  /**
   * Sends a request (a line without its line end) and returns its number. Numbers increase. Returns undefined, and
   * sends nothing, when the connection isn't open.
   */
  request(line: string, onReply: ReplyResult): number | undefined {
    if (!this.#open) return undefined;
    this.#lastRequest += 1;
    this.#requests.set(String(this.#lastRequest), onReply);
    this.#awaited.noteSent(this.#lastRequest, this.now());
    this.#socket?.write(`REQ ${String(this.#lastRequest)} ${line}\r\n`);
    return this.#lastRequest;
  }

  /**
   * Drops the connection and reconnects. The connection is reset: after an orderly close, the operating system would go on
   * sending what the server hasn't received, and the server could execute it after newer commands.
   */
  drop(reason: string): void {
    this.#dropReason = reason;
    this.#socket?.resetAndDestroy();
  }

  /** Closes the connection for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#redial);
    this.#socket?.destroy();
  }

  #handleOpen(socket: Socket): void {
    const replies = new ReplyReader((reply) => {
      this.#handleReply(reply);
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        replies.read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    this.#open = true;
    this.listener.onOpen({ local: socket.localAddress, remote: socket.remoteAddress });
  }

  #handleReply(reply: AmcpReply): void {
    if (reply.id === undefined) return;
    this.#failures = 0;
    this.listener.onReply();
    const onReply = this.#requests.get(reply.id);
    if (onReply === undefined) return;
    this.#requests.delete(reply.id);
    this.#awaited.noteReply(Number(reply.id), this.now());
    onReply(reply);
  }

  #handleClose(reason: string, startedAtMs: number): void {
    const wasOpen = this.#open;
    this.#open = false;
    this.#dropReason = undefined;
    this.#awaited.clear();
    const requests = [...this.#requests.values()];
    this.#requests.clear();
    for (const onReply of requests) onReply(undefined);
    if (wasOpen) this.listener.onLost(reason);
    this.#scheduleRedial(startedAtMs);
  }

  /** Pauses count from the start of the last attempt: after a long attempt, the next one starts almost at once. */
  #scheduleRedial(startedAtMs: number): void {
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
