// A TCP connection to a camera, which carries VISCA messages one after the other.
import { steadyMs } from '../../../application/ports/clock.js';
import type { LinkDeps } from '../../../application/connections/connection-driver.js';
import type { PacedSocket } from '../shared/paced-socket.js';
import { TcpLink } from '../shared/tcp-link.js';
import { inquiryMs, silenceMs, type ViscaAddress, type CameraLink, type LinkEvents } from './link.js';
import { MessageCutter } from './message-cutter.js';

/** Keeps inquiring whether a camera replies. A camera counts as connected once it has. */
export class StreamLink implements CameraLink {
  readonly #link: TcpLink;
  #socket: PacedSocket | undefined;
  #isConnected = false;
  #sequence = 0;
  #repliedAtMs = 0;
  #cancelInquiry: () => void = () => undefined;

  constructor(
    address: ViscaAddress,
    private readonly deps: LinkDeps,
    private readonly events: LinkEvents,
  ) {
    this.#link = new TcpLink(address, deps, {
      connected: (socket) => {
        this.#open(socket);
      },
      lost: () => {
        this.#lose();
      },
    });
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  send(_type: number, payload: Uint8Array): number {
    this.#sequence += 1;
    this.#socket?.write(payload);
    return this.#sequence;
  }

  close(): void {
    this.#link.close();
  }

  #open(socket: PacedSocket): void {
    const cutter = new MessageCutter((reply) => {
      this.#repliedAtMs = steadyMs(this.deps.clock);
      this.#link.noteMessage();
      this.#connect();
      this.events.replied(0, reply);
    });
    this.#socket = socket;
    this.#repliedAtMs = steadyMs(this.deps.clock);
    socket.on('data', (chunk: Buffer) => {
      if (!cutter.read(chunk)) this.#link.drop('it sends no VISCA');
    });
    this.#inquire();
  }

  /** Notes that the camera replies. */
  #connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.events.connected();
  }

  #inquire(): void {
    if (steadyMs(this.deps.clock) - this.#repliedAtMs >= silenceMs) {
      this.#link.drop('it does not reply');
      return;
    }
    this.#cancelInquiry = this.deps.clock.after(inquiryMs, () => {
      this.#inquire();
    });
    this.events.inquire();
  }

  #lose(): void {
    this.#cancelInquiry();
    this.#socket = undefined;
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.events.lost();
  }
}
