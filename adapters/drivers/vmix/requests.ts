// The requests to a vMix: one at a time, because its API wants each to wait for the answer to the one before.
import type { PacedSocket } from '../shared/paced-socket.js';
import { TcpLink, type TcpAddress, type TcpLinkDeps } from '../shared/tcp-link.js';
import { vmixPort } from './settings.js';
import { ResponseReader, type VmixResponse } from './response-reader.js';

/** The longest time until an answer, in milliseconds. A vMix that is silent for longer counts as lost. */
const answerMs = 5_000;

/** A request. */
export interface Request {
  /** What is sent, without the end of the line. Its first word is repeated by the answer. */
  readonly line: string;
  /** Whether it is still worth sending. Asked when its turn has come. */
  readonly isWanted: () => boolean;
  /** Called when it is sent. */
  readonly sent: () => void;
  readonly answered: (response: VmixResponse) => void;
}

/** Reacts to the connection. */
export interface RequestEvents {
  readonly connected: () => void;
  readonly lost: () => void;
  /** A line that answers no request, such as the event of an activator. */
  readonly event: (response: VmixResponse) => void;
}

const commandOf = ({ line }: Request): string => line.split(' ', 1)[0] ?? '';

/** The requests of a connection. Those that weren't answered when the connection is lost are forgotten. */
export class Requests {
  readonly #link: TcpLink;
  #socket: PacedSocket | undefined;
  #waiting: readonly Request[] = [];
  #current: Request | undefined;
  #cancelTimeout: () => void = () => undefined;

  constructor(
    private readonly address: TcpAddress,
    private readonly deps: TcpLinkDeps,
    private readonly events: RequestEvents,
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
  add(requests: readonly Request[]): void {
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
    const reader = new ResponseReader((response) => {
      this.#link.noteMessage();
      if (this.#socket === socket && !socket.destroyed) this.#receive(response);
    });
    socket.on('data', (chunk: Buffer) => {
      const wrong = reader.read(chunk);
      if (wrong !== undefined) this.drop(wrong + this.#hint);
    });
    this.events.connected();
  }

  /** The web interface of vMix listens at another port, which is easily mistaken for that of the TCP API. */
  get #hint(): string {
    return this.address.port === vmixPort ? '' : `; the TCP API of vMix is at port ${String(vmixPort)}`;
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
      this.drop(`vMix was silent for ${String(answerMs)} ms`);
    });
    next.sent();
    this.#socket.write(`${next.line}\r\n`);
  }

  #receive(response: VmixResponse): void {
    const current = this.#current;
    if (current === undefined || commandOf(current) !== response.command.toUpperCase()) {
      this.events.event(response);
      return;
    }
    this.#cancelTimeout();
    this.#current = undefined;
    current.answered(response);
    this.#sendNext();
  }
}
