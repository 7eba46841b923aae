// The ports of this machine at which tallies arrive. The connections of several mixers may share one.
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who listens at a port. */
export interface TallyListener {
  /** The only address that is listened to; undefined for any. */
  readonly sender: string | undefined;
  /** The port is open. */
  readonly opened: () => void;
  /** The port is not open, or not any more. */
  readonly failed: (reason: string) => void;
  readonly datagram: (bytes: Buffer) => void;
  readonly stream: (socket: Socket) => void;
  /** Something arrives from an address that nobody at the port listens to. */
  readonly stranger: (address: string) => void;
}

export type Transport = 'udp' | 'tcp';

/** Opens a port. The callbacks are not called before it returns. Returns what closes it. */
type Open = (port: number, shared: Pick<SharedPort, 'opened' | 'failed' | 'listenerFor'>) => () => void;

/** Returns an address as it is compared: without the zone of a link-local one, and IPv4 as such. */
const canonical = (address: string | undefined): string => {
  const [plain = ''] = (address ?? '').split('%');
  return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : plain;
};

const openTcp: Open = (port, shared) => {
  const server: Server = createServer((socket) => {
    const listener = shared.listenerFor(canonical(socket.remoteAddress));
    if (listener === undefined) socket.on('error', () => undefined).destroy();
    else listener.stream(socket);
  });
  server.on('error', shared.failed).listen(port, shared.opened);
  return () => {
    server.close();
  };
};

/** Without IPv6 on this machine, IPv4 alone. */
const openUdp: Open = (port, shared) => {
  let socket: DatagramSocket;
  const open = (type: 'udp4' | 'udp6'): void => {
    socket = createSocket(type);
    socket.on('message', (bytes, { address }) => {
      shared.listenerFor(canonical(address))?.datagram(bytes);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (type === 'udp4' || error.code !== 'EAFNOSUPPORT') shared.failed(error);
      else {
        socket.close();
        open('udp4');
      }
    });
    socket.bind({ port, exclusive: true }, shared.opened);
  };
  open('udp6');
  return () => {
    socket.close();
  };
};

const openers: Readonly<Record<Transport, Open>> = { udp: openUdp, tcp: openTcp };

/** A port, while at least one listener uses it. */
class SharedPort {
  readonly #listeners = new Set<TallyListener>();
  #close: (() => void) | undefined;
  #isOpen = false;

  constructor(
    private readonly transport: Transport,
    private readonly port: number,
  ) {}

  get isUnused(): boolean {
    return this.#listeners.size === 0;
  }

  add(listener: TallyListener): void {
    if ([...this.#listeners].some(({ sender }) => sender === listener.sender)) {
      const from = listener.sender === undefined ? 'without a sender' : `with the sender ${listener.sender}`;
      listener.failed(`another connection ${from} listens at ${this.#name} already`);
      return;
    }
    this.#listeners.add(listener);
    if (this.#close === undefined) this.#close = openers[this.transport](this.port, this);
    else if (this.#isOpen) listener.opened();
  }

  remove(listener: TallyListener): void {
    this.#listeners.delete(listener);
    if (this.isUnused) this.#end();
  }

  readonly opened = (): void => {
    this.#isOpen = true;
    for (const { opened } of this.#listeners) opened();
  };

  readonly failed = ({ code, message }: NodeJS.ErrnoException): void => {
    const all = [...this.#listeners];
    this.#listeners.clear();
    this.#end();
    const reason = code === 'EADDRINUSE' ? `another program uses ${this.#name}` : `${this.#name}: ${message}`;
    for (const { failed } of all) failed(reason);
  };

  /** A listener for the address comes before one for any address. */
  readonly listenerFor = (address: string): TallyListener | undefined => {
    const all = [...this.#listeners];
    const found = all.find(({ sender }) => sender === address) ?? all.find(({ sender }) => sender === undefined);
    if (found === undefined) for (const { stranger } of all) stranger(address);
    return found;
  };

  get #name(): string {
    return `${this.transport.toUpperCase()} port ${String(this.port)}`;
  }

  #end(): void {
    this.#close?.();
    this.#close = undefined;
    this.#isOpen = false;
  }
}

/** The open ports of all connections. */
const ports = new Map<string, SharedPort>();

/** Listens at a port. Returns what ends it. A listener that has failed is removed by itself. */
export const listenAt = (transport: Transport, port: number, listener: TallyListener): (() => void) => {
  const key = `${transport} ${String(port)}`;
  const shared = ports.get(key) ?? new SharedPort(transport, port);
  ports.set(key, shared);
  const { sender } = listener;
  const listening = { ...listener, sender: sender === undefined ? undefined : canonical(sender) };
  shared.add(listening);
  return () => {
    shared.remove(listening);
    if (shared.isUnused && ports.get(key) === shared) ports.delete(key);
  };
};
