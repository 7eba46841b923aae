// The addresses of a host that is reached without a connection: nothing but an answer shows which one is right.
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** An address, and its family: 4 or 6. */
export interface HostAddress extends LookupAddress {
  /** Whether the host has others too. */
  readonly isOneOfSeveral: boolean;
}

/** The addresses of one host. */
export class HostAddresses {
  #last: string | undefined;
  /** Where the device has answered since the last time. */
  #right: string | undefined;

  constructor(
    private readonly host: string,
    private readonly resolve: (host: string) => Promise<readonly LookupAddress[]> = (name) =>
      lookup(name, { all: true }),
  ) {}

  /** Resolves the name. Returns the address at which the device answered, else another one each time. Rejects if there is none. */
  async next(): Promise<HostAddress> {
    const all = await this.resolve(this.host);
    const known = all.find(({ address }) => address === this.#right);
    const lastAt = all.findIndex(({ address }) => address === this.#last);
    const found = known ?? all[(lastAt + 1) % all.length];
    if (found === undefined) throw new Error(`the host ${this.host} has no address`);
    this.#last = found.address;
    this.#right = undefined;
    return { ...found, isOneOfSeveral: all.length > 1 };
  }

  /** Notes that the device answers at the address that was returned last. */
  answered(): void {
    this.#right = this.#last;
  }
}
