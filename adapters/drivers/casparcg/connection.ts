// Connection to one CasparCG server: sends requests, matches replies, and reconnects when the connection is lost.
// Requests are never queued, so a server that comes back doesn't receive old commands.
import { connect, type Socket } from 'node:net';
import { floodPauseMs, type ReceiveBudget } from '../../../application/connections/receive-budget.js';
import type { Wire } from '../../../application/ports/wire.js';
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
  /** Called after each attempt to connect that failed, before {@link onLost}. */
  readonly onFailed?: (reason: string) => void;
  /** Called after the connection was lost and every open request has received undefined. */
  readonly onLost: (reason: string) => void;
}

/** Time limit of a connection attempt, and the pauses before further attempts (the last one repeats). Milliseconds. */
const attemptMs = 1_000;
const pausesMs = [20, 50, 100, 200, 400, 500] as const;

/** The longest pause, in milliseconds: after more and more connections in succession on which nothing was replied. */
const longestPauseMs = 30_000;

/** The most that waits to be sent to a server that reads nothing, in bytes: many commands with the texts of graphics. */
const maxUnsentBytes = 1_048_576;

/** A connection that reconnects until it is closed. */
export class Connection {
  #socket: Socket | undefined;
  #open = false;
  #closed = false;
  #failures = 0;
  /** How many connections in succession were opened, and lost without a reply. */
  #silent = 0;
  #lastRequest = 0;
  #redial: NodeJS.Timeout | undefined;
  #dropReason: string | undefined;
  readonly #requests = new Map<string, ReplyResult>();
  readonly #awaited = new AwaitedReplies();

  /** `now` returns a steady time in milliseconds. */
  constructor(
    private readonly address: ServerAddress,
    private readonly listener: ConnectionListener,
    private readonly now: () => number,
    private readonly budget: ReceiveBudget,
    private readonly wire?: Wire,
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
    const sent = `REQ ${String(this.#lastRequest)} ${line}\r\n`;
    this.wire?.noteChunk('sent', sent);
    this.#socket?.write(sent);
    if ((this.#socket?.writableLength ?? 0) > maxUnsentBytes)
      this.drop('the server takes nothing of what is sent to it');
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
    this.budget.close();
    this.#socket?.destroy();
  }

  #handleOpen(socket: Socket): void {
    const replies = new ReplyReader((reply) => {
      this.#handleReply(reply);
    });
    socket.on('data', (chunk: Buffer) => {
      this.#read(socket, replies, chunk);
    });
    this.#open = true;
    this.#silent += 1;
    this.listener.onOpen({ local: socket.localAddress, remote: socket.remoteAddress });
  }

  /** Reads one chunk in a turn of the event loop, so that a server that sends much leaves time to others. */
  #read(socket: Socket, replies: ReplyReader, chunk: Buffer): void {
    socket.pause();
    setImmediate(() => socket.resume());
    this.wire?.noteChunk('received', chunk);
    try {
      if (this.budget.takeMessage(chunk.length)) replies.read(chunk);
      if (this.budget.isExceeded) throw new Error(this.budget.reason);
    } catch (error) {
      socket.destroy(error as Error);
    }
  }

  #handleReply(reply: AmcpReply): void {
    this.budget.takeMessage();
    if (reply.id === undefined) return;
    this.#failures = 0;
    this.#silent = 0;
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
    if (!this.#closed) this.listener.onFailed?.(reason);
    if (wasOpen) this.listener.onLost(reason);
    this.#scheduleRedial(startedAtMs);
  }

  /**
   * Pauses count from the start of the last attempt: after a long attempt, the next one starts almost at once. A clock that
   * is set back makes none longer.
   */
  #scheduleRedial(startedAtMs: number): void {
    if (this.#closed) return;
    const pauseMs = this.#nextPauseMs;
    this.#failures += 1;
    this.#redial = setTimeout(
      () => {
        this.dial();
      },
      Math.min(Math.max(pausesMs[0], pauseMs - (Date.now() - startedAtMs)), pauseMs),
    );
  }

  get #nextPauseMs(): number {
    if (this.budget.isExceeded) return floodPauseMs;
    const lastMs = pausesMs.at(-1) ?? 0;
    const silentMs = Math.min(longestPauseMs, lastMs * 3 ** Math.max(0, this.#silent - pausesMs.length));
    return pausesMs[this.#failures] ?? silentMs;
  }
}
