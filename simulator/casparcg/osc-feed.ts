// The OSC feed of a simulated CasparCG server: once per frame, it sends the state of each channel to every subscriber.
import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';
import { oscBundles } from './osc.js';
import { oscDelaysMs, type OscFault } from './osc-fault.js';
import type { StateEntry } from './state.js';

const claims: readonly (readonly [string, StateEntry['values']])[] = [
  ['foreground/producer', ['ffmpeg']],
  ['foreground/paused', [false]],
  ['foreground/file/time', [{ float: 0.08 }, { float: 600 }]],
];

const claimed = ({ path, values }: StateEntry): StateEntry => ({
  path,
  values: claims.find(([field]) => path.endsWith(field))?.[1] ?? values,
});

/** Returns the entries of both claims. */
const forgedStates = (channel: readonly StateEntry[]): readonly (readonly StateEntry[])[] => [
  channel.map(claimed),
  channel.filter(({ path }) => !path.startsWith('stage/')),
];

/** Converts an IPv4-mapped IPv6 address to IPv4, as a dual-stack listener reports IPv4 clients. */
const unmapped = (address: string): string => address.replace(/^::ffff:/, '');

/** Options of a feed. */
export interface OscFeedOptions {
  /** The port to which every client receives OSC unasked; null if none does. */
  readonly port: number | null;
  /** Returns the current state of every channel. */
  readonly channels: () => readonly (readonly StateEntry[])[];
  /** Delay of each copy of a frame, in milliseconds; empty if no frame is sent. */
  readonly deliveryDelaysMs: () => readonly number[];
  /** Returns the time until the next frame, in milliseconds. */
  readonly frameMs: () => number;
}

interface Target {
  readonly address: string;
  readonly port: number;
}

/** A datagram of a channel, and the socket that sends it. */
interface Outgoing {
  readonly socket: Socket;
  readonly datagram: Uint8Array;
}

/** Sends frames while there is at least one subscriber. */
export class OscFeed {
  #socket: Socket | null = null;
  #forger: Socket | null = null;
  #fault: OscFault | null = null;
  /** The subscribers, with the number of their subscriptions. Each receives one feed. */
  readonly #targets = new Map<string, Target & { readonly count: number }>();
  readonly #timers = new Set<() => void>();
  /** Counts the frames of all channels, as the real server does. */
  #frames = 0;
  readonly #datagrams = new Map<number, number>();
  #sending = 0;
  #cancelFrame: () => void = () => undefined;

  constructor(
    private readonly options: OscFeedOptions,
    private readonly clock: Clock,
  ) {}

  /** Opens a socket on the server's address. Like the real server, it sends nothing to clients on IPv6. */
  open({ address }: AddressInfo): void {
    this.#socket = socketOn(address.includes(':') ? '0.0.0.0' : address);
  }

  setFault(fault: OscFault | null): void {
    this.#fault = fault;
    this.#forger?.close();
    this.#forger = fault?.type === 'forged' ? socketOn(fault.address) : null;
  }

  /** Adds a client connection. Returns a function that removes it. */
  addClient(remote: string | undefined): () => void {
    const { port } = this.options;
    return port === null ? () => undefined : this.#add(remote, port);
  }

  /** Sends frames to a port of a client, the first one at once. Returns a function that ends it. */
  subscribe(remote: string | undefined, port: number): () => void {
    const end = this.#add(remote, port);
    this.#sendFrame();
    return end;
  }

  #add(remote: string | undefined, port: number): () => void {
    const address = unmapped(remote ?? '');
    if (this.#socket === null || address === '' || address.includes(':')) return () => undefined;
    if (this.#targets.size === 0) this.#schedule();
    this.#count({ address, port }, 1);
    return () => {
      this.#count({ address, port }, -1);
      if (this.#targets.size === 0) this.#cancelTimers();
    };
  }

  close(): void {
    this.#cancelTimers();
    this.#socket?.close();
    this.#socket = null;
    this.setFault(null);
  }

  #count(target: Target, change: number): void {
    const key = `${target.address} ${String(target.port)}`;
    const count = (this.#targets.get(key)?.count ?? 0) + change;
    if (count > 0) this.#targets.set(key, { ...target, count });
    else this.#targets.delete(key);
  }

  /** Schedules the next frame anew, because the time until then has changed. */
  reschedule(): void {
    this.#cancelFrame();
    if (this.#targets.size > 0) this.#schedule();
  }

  #schedule(): void {
    this.#cancelFrame = this.#after(this.options.frameMs(), () => {
      this.#schedule();
      this.#sendFrame();
    });
  }

  /** Skips the frame while an earlier one is still being sent, so that frames don't pile up. */
  #sendFrame(): void {
    const delays = this.#sending > 0 ? [] : this.options.deliveryDelaysMs();
    if (delays.length === 0) return;
    this.options.channels().forEach((entries, index) => {
      this.#sendChannel(index + 1, entries, delays);
    });
  }

  #sendChannel(channel: number, entries: readonly StateEntry[], delays: readonly number[]): void {
    this.#frames += 1;
    for (const outgoing of this.#datagramsOf(channel, entries)) {
      const index = this.#datagrams.get(channel) ?? 0;
      this.#datagrams.set(channel, index + 1);
      const copies = oscDelaysMs(this.#fault, index);
      for (const delayMs of delays) for (const copyMs of copies) this.#sendAfter(delayMs + copyMs, outgoing);
      for (const forged of this.#forgedOf(channel, entries)) this.#send(forged);
    }
  }

  #datagramsOf(channel: number, entries: readonly StateEntry[]): readonly Outgoing[] {
    const socket = this.#socket;
    if (socket === null) return [];
    return oscBundles(inChannel(channel, entries), this.#frames).map((datagram) => ({ socket, datagram }));
  }

  #forgedOf(channel: number, entries: readonly StateEntry[]): readonly Outgoing[] {
    const socket = this.#forger;
    if (socket === null) return [];
    const bundles = forgedStates(entries).flatMap((forged) => oscBundles(inChannel(channel, forged), this.#frames + 1));
    return bundles.map((datagram) => ({ socket, datagram }));
  }

  #sendAfter(delayMs: number, outgoing: Outgoing): void {
    if (delayMs === 0) this.#send(outgoing);
    else
      this.#after(delayMs, () => {
        this.#send(outgoing);
      });
  }

  #send({ socket, datagram }: Outgoing): void {
    for (const { address, port } of this.#targets.values()) {
      this.#sending += 1;
      socket.send(datagram, port, address, () => (this.#sending -= 1));
    }
  }

  #after(delayMs: number, task: () => void): () => void {
    const cancel = this.clock.after(delayMs, () => {
      this.#timers.delete(cancel);
      task();
    });
    this.#timers.add(cancel);
    return () => {
      cancel();
      this.#timers.delete(cancel);
    };
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }
}

const inChannel = (channel: number, entries: readonly StateEntry[]): readonly StateEntry[] =>
  entries.map(({ path, values }) => ({ path: `/channel/${String(channel)}/${path}`, values }));

/** Send errors are ignored: OSC over UDP gives no guarantee of delivery. */
const socketOn = (address: string): Socket => {
  const socket = createSocket('udp4').on('error', () => undefined);
  socket.bind({ port: 0, address });
  return socket;
};
