// UDP ports on which OSC arrives. A datagram counts only if it comes from the address of the server.
import { createSocket, type Socket } from 'node:dgram';

/** Receives a datagram. */
export type OnDatagram = (datagram: Buffer) => void;

/** The port to which a CasparCG server sends OSC without being asked. */
export const defaultOscPort = 6_250;

/** Returns an IPv4 address; undefined for an IPv6 address, to which CasparCG sends no OSC. */
export const ipv4Of = (address: string | undefined): string | undefined => {
  const unmapped = address?.replace(/^::ffff:/, '');
  return unmapped === undefined || unmapped === '' || unmapped.includes(':') ? undefined : unmapped;
};

/** A port of one connection. */
export class OwnOscPort {
  #socket: Socket | undefined;

  /** Opens a free port on a local address. `onOpen` receives the port, or undefined if none could be opened. */
  open(local: string, server: string, onDatagram: OnDatagram, onOpen: (port: number | undefined) => void): void {
    const socket = createSocket('udp4');
    this.#socket = socket;
    socket.on('message', (datagram, { address }) => {
      if (address === server) onDatagram(datagram);
    });
    socket.on('error', () => {
      this.close();
      onOpen(undefined);
    });
    socket.bind(0, local, () => {
      if (this.#socket === socket) onOpen(socket.address().port);
    });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }
}

interface Subscriber {
  readonly server: string;
  readonly onDatagram: OnDatagram;
  readonly onError: (error: Error) => void;
  /** The server's own port; undefined before its first datagram, null once several servers send from its address. */
  sender: number | null | undefined;
}

/** Where the OSC of servers arrives that send it without being asked. */
export interface OscSource {
  /** Passes on the datagrams of a server. Returns a function that ends it. */
  readonly subscribe: (server: string, onDatagram: OnDatagram) => () => void;
}

/** The default port, shared by all connections of the driver. It is open while at least one of them uses it. */
export class SharedOscPort {
  #socket: Socket | undefined;
  readonly #subscribers = new Set<Subscriber>();

  constructor(readonly port: number) {}

  /**
   * Passes on the datagrams of a server. Returns a function that ends it. When the port can't be opened, such as when another
   * program uses it, the first subscriber is notified.
   */
  subscribe(server: string, onDatagram: OnDatagram, onError: (error: Error) => void): () => void {
    const subscriber: Subscriber = { server, onDatagram, onError, sender: undefined };
    this.#subscribers.add(subscriber);
    this.#socket ??= this.#open();
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) this.#close();
    };
  }

  #open(): Socket {
    const socket = createSocket('udp4');
    socket.on('message', (datagram, { address, port }) => {
      for (const subscriber of this.#subscribers)
        if (subscriber.server === address && isFrom(subscriber, port)) subscriber.onDatagram(datagram);
    });
    socket.on('error', (error) => {
      const [first] = this.#subscribers;
      first?.onError(error);
      this.#close();
    });
    socket.bind({ port: this.port, exclusive: true });
    return socket;
  }

  #close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }
}

/** Whether a datagram may be the server's. Two servers on one address look alike, so then none counts. */
const isFrom = (subscriber: Subscriber, port: number): boolean => {
  if (subscriber.sender === undefined) subscriber.sender = port;
  else if (subscriber.sender !== port) subscriber.sender = null;
  return subscriber.sender === port;
};
