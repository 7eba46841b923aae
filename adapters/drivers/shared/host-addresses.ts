// The addresses of a host that is reached without a connection: nothing but an answer shows which one is right.
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** An address, and its family: 4 or 6. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
  /** Whether the host has others too. */
  readonly isOneOfSeveral: boolean;
}

/** The addresses of one host. */
export class HostAddresses {
  #at = -1;
  #hasAnswered = false;

  constructor(
    private readonly host: string,
    private readonly resolve: (host: string) => Promise<readonly LookupAddress[]> = (name) =>
      lookup(name, { all: true }),
  ) {}

  /** Resolves the name. Returns the address at which the device answered, else another one each time. Rejects if there is none. */
  async next(): Promise<HostAddress> {
    const all = await this.resolve(this.host);
    if (!this.#hasAnswered) this.#at += 1;
    this.#hasAnswered = false;
    const found = all[this.#at % all.length];
    if (found === undefined) throw new Error(`the host ${this.host} has no address`);
    return { ...found, isOneOfSeveral: all.length > 1 };
  }

  /** Notes that the device answers at the address that was returned last. */
  answered(): void {
    this.#hasAnswered = true;
  }
}
