// Logs once when a connection is lost, and once when it is back.
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';

/** The address of a device, as log entries show it. */
interface LoggedAddress {
  readonly host: string;
  readonly port: number;
}

/** The log of one connection. */
export class ConnectionLog {
  #isLost = false;

  constructor(
    private readonly deps: Pick<ConnectionDeps, 'id' | 'log'>,
    private readonly address: LoggedAddress,
  ) {}

  /** Notes that the connection is lost, or can't be opened. */
  lost(reason: string | undefined): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const { host, port } = this.address;
    this.deps.log.warn('a connection is lost', { connection: this.deps.id, host, port, reason });
  }

  /** Notes that the connection is open. */
  back(): void {
    if (this.#isLost) this.deps.log.info('a connection is back', { connection: this.deps.id });
    this.#isLost = false;
  }
}
