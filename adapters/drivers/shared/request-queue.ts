// Requests over TCP, one at a time: each waits for the answer to the one before.
import type { PacedSocket } from './paced-socket.js';
import type { LinkDeps } from '../../../application/connections/connection-driver.js';
import { TcpLink, type TcpAddress } from './tcp-link.js';

/** The longest time until an answer, in milliseconds. Equipment that is silent for longer counts as lost. */
const answerMs = 5_000;

/** A request. */
export interface Request<Response> {
  /** What is sent, without the end of the line. */
  readonly line: string;
  /** Whether it is still worth sending. Asked when its turn has come. */
  readonly isWanted: () => boolean;
  /** Called when it is sent. */
  readonly sent: () => void;
  readonly answered: (response: Response) => void;
}

/** Reacts to the connection. */
export interface RequestEvents<Response> {
  readonly connected: () => void;
  readonly lost: () => void;
  /** A response that answers no request, such as the notification of a change. */
  readonly event: (response: Response) => void;
}

/** The protocol of the requests. */
export interface RequestProtocol<Response> {
  /** The name of the equipment, for messages. */
  readonly name: string;
  /** Creates a reader of one connection, which returns why a chunk is not part of a response; undefined if it is. */
  readonly reader: (onResponse: (response: Response) => void) => {
    readonly read: (chunk: Buffer) => string | undefined;
  };
  /** Whether a response is the answer to a request, by the line of the request. */
  readonly isAnswer: (line: string, response: Response) => boolean;
  /** What ends the line of a request; CR LF by default. */
  readonly end?: string;
  /** What is added to the reason why a response can't be read; empty by default. */
  readonly hint?: (address: TcpAddress) => string;
}

/** The requests of a connection. Those that weren't answered when the connection is lost are forgotten. */
export class RequestQueue<Response> {
  readonly #link: TcpLink;
  #socket: PacedSocket | undefined;
  #waiting: readonly Request<Response>[] = [];
  #current: Request<Response> | undefined;
  #cancelTimeout: () => void = () => undefined;

  constructor(
    private readonly address: TcpAddress,
    private readonly protocol: RequestProtocol<Response>,
    private readonly deps: LinkDeps,
    private readonly events: RequestEvents<Response>,
  ) {
    this.#link = new TcpLink(address, deps, {
      connected: (socket) => {
        this.#connect(socket);
      },
      lost: () => {
        this.#lose();
      },
    });
  }

  /** Sends a request when its turn has come. */
  add(requests: readonly Request<Response>[]): void {
    this.#waiting = [...this.#waiting.filter(({ isWanted }) => isWanted()), ...requests];
    this.#sendNext();
  }

  /** Ends a connection that is of no use, and opens it again. */
  drop(reason: string): void {
    this.#link.drop(reason);
  }

  close(): void {
    this.#link.close();
  }

  #connect(socket: PacedSocket): void {
    this.#socket = socket;
    const reader = this.protocol.reader((response) => {
      this.#link.noteMessage();
      if (this.#socket === socket && !socket.destroyed) this.#receive(response);
    });
    socket.on('data', (chunk: Buffer) => {
      const wrong = reader.read(chunk);
      if (wrong !== undefined) this.drop(wrong + (this.protocol.hint?.(this.address) ?? ''));
    });
    this.events.connected();
  }

  #lose(): void {
    this.#cancelTimeout();
    this.#socket = undefined;
    this.#current = undefined;
    this.#waiting = [];
    this.events.lost();
  }

  #sendNext(): void {
    if (this.#current !== undefined || this.#socket === undefined) return;
    const [next, ...later] = this.#waiting.filter(({ isWanted }) => isWanted());
    this.#waiting = later;
    if (next === undefined) return;
    this.#current = next;
    this.#cancelTimeout = this.deps.clock.after(answerMs, () => {
      this.drop(`${this.protocol.name} was silent for ${String(answerMs)} ms`);
    });
    next.sent();
    this.#socket.write(next.line + (this.protocol.end ?? '\r\n'));
  }

  #receive(response: Response): void {
    const current = this.#current;
    if (current === undefined || !this.protocol.isAnswer(current.line, response)) {
      this.events.event(response);
      return;
    }
    this.#cancelTimeout();
    this.#current = undefined;
    current.answered(response);
    this.#sendNext();
  }
}
