// What a CasparCG server sends without being asked: its state by OSC, once a frame, to the address of every client.
import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';
import { bundle } from './osc.js';
import { framesPerSecond } from './producer.js';
import type { StateEntry } from './state.js';

const frameMs = 1_000 / framesPerSecond;

/** Clients of IPv4 have one address, however a listener for both families writes it. */
const bare = (address: string): string => address.replace(/^::ffff:/, '');

/** What is sent, and where to. */
export interface Feed {
  /** The port of the clients that it is sent to; 0 for nowhere. */
  readonly port: number;
  /** What every channel tells now. */
  readonly channels: () => readonly (readonly StateEntry[])[];
  /** In how many milliseconds a frame is heard, once for each time that it is; none where nothing is heard. */
  readonly heardAfterMs: () => readonly number[];
}

/** Sends frames for as long as anybody is connected. */
export class OscFeed {
  #socket: Socket | undefined;
  /** How many connections there are from each address: one address gets one feed. */
  readonly #clients = new Map<string, number>();
  readonly #callOffs = new Set<() => void>();
  #sending = 0;

  constructor(
    private readonly feed: Feed,
    private readonly clock: Clock,
  ) {}

  /** Opens a socket where the server listens; as with the real one, who speaks IPv6 alone hears nothing. */
  open({ address }: AddressInfo): void {
    if (this.feed.port === 0) return;
    // What can't be sent is lost, as everything may be that is sent so.
    this.#socket = createSocket('udp4').on('error', () => undefined);
    this.#socket.bind({ port: 0, address: address.includes(':') ? '0.0.0.0' : address });
  }

  /** A client has come; the returned function tells that it has gone. */
  follow(remote: string | undefined): () => void {
    const address = bare(remote ?? '');
    if (this.#socket === undefined || address === '' || address.includes(':')) return () => undefined;
    if (this.#clients.size === 0) this.#after(frameMs, this.#frame);
    this.#clients.set(address, (this.#clients.get(address) ?? 0) + 1);
    return () => {
      this.#leave(address);
    };
  }

  close(): void {
    this.#callOffAll();
    this.#socket?.close();
    this.#socket = undefined;
  }

  #leave(address: string): void {
    const left = (this.#clients.get(address) ?? 1) - 1;
    if (left > 0) this.#clients.set(address, left);
    else this.#clients.delete(address);
    if (this.#clients.size === 0) this.#callOffAll();
  }

  /** A frame that isn't out yet when the next one comes is enough: nothing piles up. */
  readonly #frame = (): void => {
    this.#after(frameMs, this.#frame);
    const delays = this.#sending > 0 ? [] : this.feed.heardAfterMs();
    const bundles = delays.length > 0 ? this.#bundles() : [];
    for (const delayMs of delays) this.#sendIn(delayMs, bundles);
  };

  #sendIn(delayMs: number, bundles: readonly Uint8Array[]): void {
    if (delayMs === 0) this.#send(bundles);
    else
      this.#after(delayMs, () => {
        this.#send(bundles);
      });
  }

  #bundles(): readonly Uint8Array[] {
    return this.feed
      .channels()
      .map((entries, index) =>
        bundle(entries.map(({ path, values }) => ({ path: `/channel/${String(index + 1)}/${path}`, values }))),
      );
  }

  #send(bundles: readonly Uint8Array[]): void {
    for (const address of this.#clients.keys()) for (const one of bundles) this.#sendOne(one, address);
  }

  #sendOne(one: Uint8Array, address: string): void {
    this.#sending += 1;
    this.#socket?.send(one, this.feed.port, address, () => (this.#sending -= 1));
  }

  #after(delayMs: number, task: () => void): void {
    const callOff = this.clock.after(delayMs, () => {
      this.#callOffs.delete(callOff);
      task();
    });
    this.#callOffs.add(callOff);
  }

  #callOffAll(): void {
    for (const callOff of this.#callOffs) callOff();
    this.#callOffs.clear();
  }
}
