// Gets the OSC of one server to one connection: on a port of its own, or on the default port if that fails.
import type { Connection, SocketAddresses } from './connection.js';
import { subscribeLine } from './commands.js';
import { ipv4Of, OwnOscPort, type OnDatagram, type OscSource } from './osc-port.js';

/**
 * How long the own port has to be silent before the default port counts, in milliseconds. After a pause the server sends to both
 * at once.
 */
const ownSilenceMs = 1_000;

/** The OSC of one connection. */
export class OscFeed {
  #own = new OwnOscPort();
  #server: string | undefined;
  #leaveShared: (() => void) | undefined;
  #isShared = false;
  /** Whether anything has arrived on the own port, and since when only the default port has received; undefined if not so. */
  #isOwnUsed = false;
  #sharedSinceMs: number | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly shared: OscSource,
    private readonly now: () => number,
    private readonly onDatagram: OnDatagram,
  ) {}

  /** Whether the last datagram arrived on the default port. */
  get isShared(): boolean {
    return this.#isShared;
  }

  /** Asks the server of a new connection for OSC. */
  open({ local, remote }: SocketAddresses): void {
    this.close();
    const [here, server] = [ipv4Of(local), ipv4Of(remote)];
    if (here === undefined || server === undefined) return;
    this.#server = server;
    const own = new OwnOscPort();
    this.#own = own;
    const receive: OnDatagram = (datagram) => {
      this.#isShared = false;
      this.#isOwnUsed = true;
      this.#sharedSinceMs = undefined;
      this.onDatagram(datagram);
    };
    own.open(here, server, receive, (port) => {
      if (this.#own !== own) return;
      if (port === undefined) this.useShared();
      else this.#subscribe(port);
    });
  }

  /** Receives OSC on the default port as well. */
  useShared(): void {
    if (this.#server === undefined || this.#leaveShared !== undefined) return;
    this.#leaveShared = this.shared.subscribe(this.#server, (datagram) => {
      this.#sharedSinceMs ??= this.now();
      if (this.#isOwnUsed && this.now() - this.#sharedSinceMs < ownSilenceMs) return;
      this.#isShared = true;
      this.onDatagram(datagram);
    });
  }

  close(): void {
    this.#own.close();
    this.#leaveShared?.();
    this.#leaveShared = undefined;
    this.#server = undefined;
    this.#isOwnUsed = false;
    this.#sharedSinceMs = undefined;
  }

  /** A server before 2.4 replies 400. */
  #subscribe(port: number): void {
    this.connection.request(subscribeLine(port), (reply) => {
      if (reply !== undefined && reply.code >= 300) this.useShared();
    });
  }
}
