// A UDP connection to a camera. UDP has no connections, so the camera counts as connected as long as it replies.
import { createSocket, type Socket } from 'node:dgram';
import { steadyMs } from '../../../application/ports/clock.js';
import type { LinkDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { datagramLimits, ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { HostAddresses } from '../shared/host-addresses.js';
import { inquiryMs, silenceMs, type ViscaAddress, type CameraLink, type LinkEvents } from './link.js';
import { MessageCutter } from './message-cutter.js';
import { decodeReplies, isSequenceError, reset, type CameraReply } from './messages.js';
import { decodePackets, encodePacket, packetTypes, type Packet } from './packet.js';

/** Time between two inquiries while the camera doesn't reply, in milliseconds. */
const searchMs = 500;

/** How many searches use one socket. Then the name of the host is resolved again. */
const searchesPerSocket = 10;

/** How many searches one of several addresses gets. */
const searchesPerAddress = 2;

/** Sony's documents don't state which of the two types an error has. */
const isControl = (type: Packet['type']): boolean =>
  type === packetTypes.controlCommand || type === packetTypes.controlReply;

/** Keeps inquiring whether a camera replies. Logs once when it stops, and once when it replies again. */
export class UdpLink implements CameraLink {
  #socket: Socket | undefined;
  #cutter: MessageCutter;
  #isConnected = false;
  #isClosed = false;
  readonly #log: ConnectionLog;
  readonly #budget: ReceiveBudget;
  readonly #addresses: HostAddresses;
  #searchesHere = searchesPerSocket;
  #sequence = 0;
  #searches = 0;
  #repliedAtMs: number;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly address: ViscaAddress,
    /** Whether datagrams have the header of VISCA over IP. Without it there are no sequence numbers. */
    private readonly hasHeader: boolean,
    private readonly deps: LinkDeps,
    private readonly events: LinkEvents,
  ) {
    this.#log = new ConnectionLog(deps, address);
    this.#budget = new ReceiveBudget(deps, datagramLimits);
    this.#addresses = new HostAddresses(address.host);
    this.#repliedAtMs = steadyMs(deps.clock);
    this.#cutter = this.#newCutter();
    this.#open();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  send(type: Packet['type'], payload: Uint8Array, isNumbered: boolean): number {
    this.#sequence = (this.#sequence + 1) % 2 ** 32;
    this.#transmit({ type, sequence: isNumbered ? this.#sequence : 0, payload });
    return this.#sequence;
  }

  close(): void {
    this.#isClosed = true;
    this.#budget.close();
    this.#closeSocket();
    this.#lose();
  }

  /**
   * Opens a socket. A late reply to the socket before doesn't reach it, so sequence numbers can begin anew without being
   * mistaken.
   */
  #open(): void {
    this.#searches = 0;
    this.#sequence = 0;
    this.#addresses.next().then(
      ({ address, family, isOneOfSeveral }) => {
        this.#searchesHere = isOneOfSeveral ? searchesPerAddress : searchesPerSocket;
        if (!this.#isClosed) this.#connect(address, family === 6 ? 'udp6' : 'udp4');
      },
      (error: unknown) => {
        this.#fail(error);
      },
    );
  }

  #connect(address: string, type: 'udp4' | 'udp6'): void {
    const socket = createSocket(type);
    this.#socket = socket;
    this.#cutter = this.#newCutter();
    const fail = (error: Error): void => {
      if (this.#socket === socket) this.#fail(error);
    };
    socket.on('error', fail);
    socket.on('message', (datagram) => {
      this.#receive(datagram);
    });
    socket.on('connect', () => {
      if (this.#socket === socket) this.#search();
    });
    // Without a callback: that one would be called for a failure too, such as a network that is down.
    socket.connect(this.address.port, address);
  }

  #transmit(packet: Packet): void {
    const socket = this.#socket;
    const datagram = this.hasHeader ? encodePacket(packet) : packet.payload;
    this.deps.wire?.note('sent', datagram);
    socket?.send(datagram, (error) => {
      if (error !== null && this.#socket === socket) this.#fail(error);
    });
  }

  /** Looks for the camera. It resets the sequence number first, since another program may have used the camera. */
  #search(): void {
    this.#searches += 1;
    if (this.hasHeader) this.#reset();
    this.events.inquire();
    this.#schedule(searchMs, () => {
      if (this.#searches < this.#searchesHere) this.#search();
      else this.#fail(new Error('it does not reply'));
    });
  }

  #reset(): void {
    this.#sequence = 0;
    this.#transmit({ type: packetTypes.controlCommand, sequence: 0, payload: reset });
  }

  #receive(datagram: Buffer): void {
    if (!this.#budget.takeMessage(datagram.length)) return;
    this.deps.wire?.note('received', datagram);
    if (!this.hasHeader && !this.#cutter.read(datagram)) this.#cutter = this.#newCutter();
    for (const { type, sequence, payload } of this.hasHeader ? decodePackets(datagram) : [])
      if (type === packetTypes.reply) this.#handleReplies(sequence, payload);
      else if (isControl(type) && isSequenceError(payload)) this.events.sequenceRefused(sequence);
  }

  #handleReplies(sequence: number, payload: Uint8Array): void {
    for (const reply of decodeReplies(payload)) this.#handleReply(sequence, reply);
  }

  #handleReply(sequence: number, reply: CameraReply): void {
    this.#note();
    this.events.replied(sequence, reply);
  }

  /** A gateway to a serial line may divide a message among datagrams. */
  #newCutter(): MessageCutter {
    return new MessageCutter((reply) => {
      this.#handleReply(0, reply);
    });
  }

  /** Notes that the camera replies. */
  #note(): void {
    this.#repliedAtMs = steadyMs(this.deps.clock);
    this.#addresses.answered();
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#log.back();
    this.#inquireLater();
    this.events.connected();
  }

  #inquireLater(): void {
    this.#schedule(inquiryMs, () => {
      if (steadyMs(this.deps.clock) - this.#repliedAtMs >= silenceMs) {
        this.#fail(new Error('it does not reply'));
        return;
      }
      this.#inquireLater();
      this.events.inquire();
    });
  }

  /** The camera is away, or its host has no address. Searches for it again. */
  #fail(error: unknown): void {
    this.#closeSocket();
    if (this.#isClosed) return;
    this.#log.lost(error instanceof Error ? error.message : String(error));
    this.#lose();
    this.#schedule(searchMs, () => {
      this.#open();
    });
  }

  #lose(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.events.lost();
  }

  #closeSocket(): void {
    this.#cancelTimer();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #schedule(delayMs: number, task: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.deps.clock.after(delayMs, task);
  }
}
