// A UDP socket to one device. UDP has no connections: the device is there as long as it answers.
import { createSocket, type Socket } from 'node:dgram';
import type { LinkDeps } from '../../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../../application/connections/connection-log.js';
import { HostAddresses } from '../host-addresses.js';
import { datagramLimits, ReceiveBudget } from '../../../../application/connections/receive-budget.js';

/** Delay before a socket is opened again, in milliseconds. */
const retryDelayMs = 500;

/** How long a socket to a silent device is open without a refusal before the device is back, in milliseconds. */
const backAfterMs = 2_000;

/** The most that waits to be sent, in bytes. What is more is lost, as any datagram may be. */
const maxUnsentBytes = 65_536;

/** Where a device listens, and the port of this host that it answers to: any if undefined. */
export interface DatagramAddress {
  readonly host: string;
  readonly port: number;
  readonly localPort: number | undefined;
  /** Whether the device answers nothing. It is back when it has refused nothing for {@link backAfterMs}. */
  readonly isSilent?: boolean;
}

/** Reacts to the socket. */
export interface DatagramLinkEvents {
  readonly opened: () => void;
  readonly received: (datagram: Buffer) => void;
  /** Whether a datagram shows that the device is back; absent if each does. */
  readonly isSpeech?: (datagram: Buffer) => boolean;
  readonly lost: () => void;
}

/** Keeps a socket open. Logs once when the device is lost, and once when it answers again. */
export class DatagramLink {
  #socket: Socket | undefined;
  /** The address that the host had when the socket was opened. */
  #ip: string | undefined;
  #isOpen = false;
  #isClosed = false;
  readonly #log: ConnectionLog;
  readonly #budget: ReceiveBudget;
  readonly #addresses: HostAddresses;
  #cancelRetry: () => void = () => undefined;
  #cancelBack: () => void = () => undefined;

  constructor(
    private readonly address: DatagramAddress,
    private readonly deps: LinkDeps,
    private readonly events: DatagramLinkEvents,
  ) {
    this.#log = new ConnectionLog(deps, address);
    this.#budget = new ReceiveBudget(deps, datagramLimits);
    this.#addresses = new HostAddresses(address.host);
    void this.#open();
  }

  /** Sends a datagram. It may be lost, which nothing reports. */
  send(datagram: Buffer): void {
    const { port, localPort } = this.address;
    if ((this.#socket?.getSendQueueSize() ?? 0) > maxUnsentBytes) return;
    this.deps.wire?.note('sent', datagram);
    // A failure is reported by the event `error`.
    if (localPort === undefined) this.#socket?.send(datagram);
    else this.#socket?.send(datagram, port, this.#ip);
  }

  /** Opens another socket, because the device doesn't answer on this one. */
  drop(reason: string): void {
    if (this.#socket !== undefined) this.#lose(this.#socket, reason);
  }

  /** Closes the socket for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#budget.close();
    this.#end();
  }

  /** Without a port of its own the socket is connected: only the device's answers arrive, and its refusals are reported. */
  async #open(): Promise<void> {
    const found = await this.#addresses.next().catch((error: unknown) => (error as Error).message);
    if (this.#isClosed) return;
    if (typeof found === 'string') this.#retry(found);
    else this.#openTo(found);
  }

  #openTo({ address: ip, family }: { readonly address: string; readonly family: number }): void {
    const { port, localPort } = this.address;
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    this.#socket = socket;
    this.#ip = ip;
    socket.on('error', (error) => {
      this.#lose(socket, error.message);
    });
    socket.on('message', (datagram, { address }) => {
      if (localPort === undefined || address === ip) this.#receive(socket, datagram);
    });
    socket.on(localPort === undefined ? 'connect' : 'listening', () => {
      if (this.#socket !== socket) return;
      this.#isOpen = true;
      if (this.address.isSilent === true) this.#noteBackLater();
      this.events.opened();
    });
    // Without a callback: that one would be called for a failure too, such as a network that is down.
    if (localPort === undefined) socket.connect(port, ip);
    else socket.bind(localPort);
  }

  #receive(socket: Socket, datagram: Buffer): void {
    if (this.#socket !== socket || !this.#budget.takeMessage(datagram.length)) return;
    this.deps.wire?.note('received', datagram);
    this.#addresses.answered();
    if (this.events.isSpeech?.(datagram) !== false) this.#noteBack();
    this.events.received(datagram);
  }

  #noteBackLater(): void {
    this.#cancelBack = this.deps.clock.after(backAfterMs, () => {
      this.#noteBack();
    });
  }

  #noteBack(): void {
    this.#log.back();
  }

  #lose(socket: Socket, reason: string): void {
    if (this.#socket !== socket || this.#isClosed) return;
    this.#end();
    this.#retry(reason);
  }

  #end(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#cancelBack();
    socket?.close();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.events.lost();
  }

  #retry(reason: string): void {
    this.#log.lost(reason);
    this.#cancelRetry = this.deps.clock.after(retryDelayMs, () => {
      void this.#open();
    });
  }
}
