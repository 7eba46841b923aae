// A TCP connection that is opened again whenever it is lost.
import { connect, type Socket } from 'node:net';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from './connection-log.js';

/** Delay before the next attempt, in milliseconds: a device that returns is connected within a second. */
const retryDelayMs = 500;

/** How long an attempt may take, in milliseconds. */
const connectTimeoutMs = 3_000;

/** Where a device listens. */
export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** Reacts to the connection. */
export interface TcpLinkEvents {
  /** A socket was made, and isn't connected yet. */
  readonly opened?: (socket: Socket) => void;
  /** A socket is connected. It is closed by {@link TcpLink.drop}, or when the device closes it. */
  readonly connected: (socket: Socket) => void;
  /** The socket that was connected is gone. */
  readonly lost: () => void;
}

/** Keeps a TCP connection open. Logs once when it is lost, and once when it is back. */
export class TcpLink {
  #socket: Socket | undefined;
  #isConnected = false;
  #isClosed = false;
  readonly #log: ConnectionLog;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly address: TcpAddress,
    private readonly deps: Pick<ConnectionDeps, 'id' | 'clock' | 'log'>,
    private readonly events: TcpLinkEvents,
  ) {
    this.#log = new ConnectionLog(deps, address);
    this.#open();
  }

  /** Closes a connection that is of no use any more; the next one is opened after the usual delay. */
  drop(reason: string): void {
    this.#socket?.destroy(new Error(reason));
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#socket?.destroy();
    this.#lose();
  }

  #open(): void {
    const socket = connect({ ...this.address, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 });
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
      this.#closed(reason);
    });
  }

  #connect(socket: Socket): void {
    this.#cancelTimer();
    this.#isConnected = true;
    this.#log.back();
    this.events.connected(socket);
  }

  #closed(reason: string | undefined): void {
    this.#cancelTimer();
    if (this.#isClosed) return;
    this.#log.lost(reason);
    this.#lose();
    this.#cancelTimer = this.deps.clock.after(retryDelayMs, () => {
      this.#open();
    });
  }

  #lose(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.events.lost();
  }
}
