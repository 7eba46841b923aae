// A TCP connection that is opened again whenever it is lost.
import { connect, type Socket } from 'node:net';
import type { LinkDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionLog, shortened } from '../../../application/connections/connection-log.js';
import { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { RetryPause } from '../../../application/connections/retry-pause.js';
import { PacedSocket } from './paced-socket.js';

/** How long an attempt may take, in milliseconds. */
const connectTimeoutMs = 3_000;

/** How long a connection has to last before it shows that its device accepts it, in milliseconds. */
export const settledMs = 2_000;

/** Returns a device's text as a log entry quotes it; undefined if there is none. */
export const quotedText = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : JSON.stringify(shortened(text));

/** Where a device listens. */
export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** Reacts to the connection. */
export interface TcpLinkEvents {
  /** A socket was made, and isn't connected yet. */
  readonly opened?: (socket: PacedSocket) => void;
  /** A socket is connected. It is closed by {@link TcpLink.drop}, or when the device closes it. */
  readonly connected: (socket: PacedSocket) => void;
  /** The socket that was connected is gone. */
  readonly lost: () => void;
  /** The connection has lasted for {@link settledMs}: any equipment may accept one. */
  readonly settled?: () => void;
  /** Returns what explains why the device has closed the connection, such as its last message. */
  readonly lastWords?: () => string | undefined;
}

/** Keeps a TCP connection open. Logs when it is lost, and when the device speaks again. */
export class TcpLink {
  #socket: PacedSocket | undefined;
  #isConnected = false;
  #isClosed = false;
  readonly #log: ConnectionLog;
  readonly #budget: ReceiveBudget;
  readonly #pause: RetryPause;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly address: TcpAddress,
    private readonly deps: LinkDeps,
    private readonly events: TcpLinkEvents,
  ) {
    this.#log = new ConnectionLog(deps, address);
    this.#budget = new ReceiveBudget(deps);
    this.#pause = new RetryPause(this.#budget);
    this.#open();
  }

  /** Notes a message of the device, and that it is one of its protocol. */
  noteMessage(): void {
    this.#budget.takeMessage();
    this.noteSpeech();
  }

  /** Notes that the device speaks its protocol, or that it is one which never says anything. */
  noteSpeech(): void {
    this.#pause.spoke();
    this.#log.back();
  }

  /** Logs that the device refuses what it is asked. */
  noteRefusal(reason: string): void {
    this.#log.refused(reason);
  }

  /** Notes a message that any other equipment might send. */
  noteText(): void {
    this.#budget.takeMessage();
  }

  /** Closes a connection that is of no use any more; the next one is opened after a pause. */
  drop(reason: string): void {
    this.#socket?.destroy(new Error(reason));
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#budget.close();
    this.#socket?.destroy();
    this.#lose();
  }

  #open(): void {
    const raw: Socket = connect({ ...this.address, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 });
    const socket = new PacedSocket(raw, this.#budget, this.deps.wire);
    this.#socket = socket;
    this.events.opened?.(socket);
    let reason: string | undefined;
    this.#cancelTimer = this.deps.clock.after(connectTimeoutMs, () => {
      if (socket.connecting) socket.destroy(new Error('it does not answer'));
    });
    socket.once('connect', () => {
      this.#connect(socket);
    });
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.once('close', () => {
      this.#closed(reason ?? this.#whyHungUp());
    });
  }

  #connect(socket: PacedSocket): void {
    this.#cancelTimer();
    this.#isConnected = true;
    this.#pause.accepted();
    this.#settleLater();
    this.events.connected(socket);
  }

  #settleLater(): void {
    const { settled } = this.events;
    if (settled !== undefined) this.#cancelTimer = this.deps.clock.after(settledMs, settled);
  }

  #whyHungUp(): string {
    const lastWords = this.events.lastWords?.();
    return `the device closed the connection${lastWords === undefined ? '' : ` after it sent ${lastWords}`}`;
  }

  #closed(reason: string): void {
    this.#cancelTimer();
    if (this.#isClosed) return;
    this.#log.lost(reason);
    this.#lose();
    this.#cancelTimer = this.deps.clock.after(this.#pause.ms, () => {
      this.#open();
    });
  }

  #lose(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.events.lost();
  }
}
