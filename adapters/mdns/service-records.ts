// The DNS records by which services announce themselves (DNS-SD): their names, their hosts and ports, and the hosts' addresses.
import { isIPv4, isIPv6 } from 'node:net';
import type { QueryPacket, ResponsePacket } from 'multicast-dns';
import type { LocalAddresses } from './local-addresses.js';

/** A record of a response. */
export type ResponseRecord = NonNullable<ResponsePacket['answers']>[number];

/** A question of a query. */
export type Question = NonNullable<QueryPacket['questions']>[number];

/** A service that announces itself. */
export interface AnnouncedService {
  /** Such as `_ember._tcp`. */
  readonly type: string;
  /** The name that people gave it. */
  readonly name: string;
  /** An IPv4 address, or an IPv6 address if the host has no other. */
  readonly host: string;
  readonly port: number;
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The most services, and the most records of each kind, that are kept. */
export const maxRecords = 500;

const key = (name: string): string => name.toLowerCase();

const domain = '.local';

/** Returns the question for the services of a type. */
export const typeQuestion = (type: string): Question => ({ name: type + domain, type: 'PTR' });

/** Records that were received. What isn't asked for is ignored. */
export class ServiceRecords {
  /** The types of services by their full names, such as `Mixer._ember._tcp.local`. */
  readonly #names = new Map<string, string>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #addresses = { A: new Map<string, string>(), AAAA: new Map<string, string>() };
  readonly #types: ReadonlyMap<string, string>;
  #isFull = false;
  #isForeign = false;
  /** Hosts that announce a link-local address of IPv6, which means nothing without an interface. */
  readonly #linkLocal = new Map<string, string>();

  constructor(
    types: readonly string[],
    private readonly addresses: LocalAddresses,
  ) {
    this.#types = new Map(types.map((type) => [key(type + domain), type]));
  }

  /** Whether records were ignored because there are too many. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether addresses were ignored because they are not local. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  /** Whether services are left out because their hosts have only link-local addresses of IPv6. */
  get areLinkLocal(): boolean {
    return [...this.#names.keys()].some((name) => {
      const host = this.#endpoints.get(key(name))?.host;
      return host !== undefined && this.#addressOf(host) === undefined && this.#linkLocal.has(host);
    });
  }

  add(record: ResponseRecord): void {
    if (record.type === 'PTR') {
      const type = this.#types.get(key(record.name));
      if (type !== undefined && key(record.data).endsWith(`.${key(record.name)}`))
        this.#put(this.#names, record.data, type);
    } else if (record.type === 'SRV') {
      const { target, port } = record.data;
      if (port > 0) this.#put(this.#endpoints, key(record.name), { host: key(target), port });
    } else if (record.type === 'A' && isIPv4(record.data)) this.#addAddress('A', key(record.name), record.data);
    else if (record.type === 'AAAA' && isIPv6(record.data)) this.#addAddress('AAAA', key(record.name), record.data);
  }

  #addAddress(type: 'A' | 'AAAA', name: string, address: string): void {
    if (this.addresses.isLocal(address)) this.#put(this.#addresses[type], name, address);
    else if (this.addresses.needsInterface(address)) this.#put(this.#linkLocal, name, address);
    else this.#isForeign = true;
  }

  #addressOf(host: string): string | undefined {
    return this.#addresses.A.get(host) ?? this.#addresses.AAAA.get(host);
  }

  /** Returns the questions for what the services lack: their hosts and ports, or the addresses of their hosts. */
  get missing(): readonly Question[] {
    return [...this.#names.keys()].flatMap((name): readonly Question[] => {
      const endpoint = this.#endpoints.get(key(name));
      if (endpoint === undefined) return [{ name, type: 'SRV' }];
      if (this.#addressOf(endpoint.host) !== undefined) return [];
      return (['A', 'AAAA'] as const).map((type) => ({ name: endpoint.host, type }));
    });
  }

  /** The services whose addresses are known. */
  get services(): readonly AnnouncedService[] {
    return [...this.#names].flatMap(([full, type]) => {
      const endpoint = this.#endpoints.get(key(full));
      const host = endpoint && this.#addressOf(endpoint.host);
      const name = full.slice(0, -`.${type}${domain}`.length);
      return endpoint === undefined || host === undefined ? [] : [{ type, name, host, port: endpoint.port }];
    });
  }

  #put<Value>(records: Map<string, Value>, name: string, value: Value): void {
    if (records.size < maxRecords || records.has(name)) records.set(name, value);
    else this.#isFull = true;
  }
}
