// The OSC feed of a simulated CasparCG server: once per frame, it sends the server's state to the address of each client.
import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';
import { oscBundle } from './osc.js';
import { framesPerSecond } from './producer.js';
import type { StateEntry } from './state.js';

const frameMs = 1_000 / framesPerSecond;

/** Converts an IPv4-mapped IPv6 address to IPv4, as a dual-stack listener reports IPv4 clients. */
const unmapped = (address: string): string => address.replace(/^::ffff:/, '');

/** Options of a feed. */
export interface OscFeedOptions {
  /** The clients' port; null if nothing is sent. */
  readonly port: number | null;
  /** Returns the current state of every channel. */
  readonly channels: () => readonly (readonly StateEntry[])[];
  /** Delay of each copy of a frame, in milliseconds; empty if no frame arrives. */
  readonly deliveryDelaysMs: () => readonly number[];
}

interface Target {
  readonly socket: Socket;
  readonly port: number;
}

/** Sends frames while at least one client is connected. */
export class OscFeed {
  #target: Target | null = null;
  /** Number of connections per client address. Each address receives one feed. */
  readonly #clients = new Map<string, number>();
  readonly #timers = new Set<() => void>();
  #sending = 0;

  constructor(
    private readonly options: OscFeedOptions,
    private readonly clock: Clock,
  ) {}

  /** Opens a socket on the server's address. Like the real server, it sends nothing to clients on IPv6. */
  open({ address }: AddressInfo): void {
    const { port } = this.options;
    if (port === null) return;
    // Send errors are ignored: OSC over UDP gives no guarantee of delivery.
    const socket = createSocket('udp4').on('error', () => undefined);
    socket.bind({ port: 0, address: address.includes(':') ? '0.0.0.0' : address });
    this.#target = { socket, port };
  }

  /** Adds a client connection. Returns a function that removes it. */
  addClient(remote: string | undefined): () => void {
    const address = unmapped(remote ?? '');
    if (this.#target === null || address === '' || address.includes(':')) return () => undefined;
    if (this.#clients.size === 0) this.#after(frameMs, this.#sendFrame);
    this.#clients.set(address, (this.#clients.get(address) ?? 0) + 1);
    return () => {
      this.#removeClient(address);
    };
  }

  close(): void {
    this.#cancelTimers();
    this.#target?.socket.close();
    this.#target = null;
  }

  #removeClient(address: string): void {
    const remaining = (this.#clients.get(address) ?? 1) - 1;
    if (remaining > 0) this.#clients.set(address, remaining);
    else this.#clients.delete(address);
    if (this.#clients.size === 0) this.#cancelTimers();
  }

  /** Skips the frame while an earlier one is still being sent, so that frames don't pile up. */
  readonly #sendFrame = (): void => {
    this.#after(frameMs, this.#sendFrame);
    const delays = this.#sending > 0 ? [] : this.options.deliveryDelaysMs();
    const bundles = delays.length > 0 ? this.#bundles() : [];
    for (const delayMs of delays) this.#sendAfter(delayMs, bundles);
  };

  #sendAfter(delayMs: number, bundles: readonly Uint8Array[]): void {
    if (delayMs === 0) this.#send(bundles);
    else
      this.#after(delayMs, () => {
        this.#send(bundles);
      });
  }

  #bundles(): readonly Uint8Array[] {
    return this.options
      .channels()
      .map((entries, index) =>
        oscBundle(entries.map(({ path, values }) => ({ path: `/channel/${String(index + 1)}/${path}`, values }))),
      );
  }

  #send(bundles: readonly Uint8Array[]): void {
    for (const address of this.#clients.keys()) for (const bundle of bundles) this.#sendTo(address, bundle);
  }

  #sendTo(address: string, bundle: Uint8Array): void {
    if (this.#target === null) return;
    const { socket, port } = this.#target;
    this.#sending += 1;
    socket.send(bundle, port, address, () => (this.#sending -= 1));
  }

  #after(delayMs: number, task: () => void): void {
    const cancel = this.clock.after(delayMs, () => {
      this.#timers.delete(cancel);
      task();
    });
    this.#timers.add(cancel);
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }
}
