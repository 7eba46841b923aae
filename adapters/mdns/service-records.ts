// The DNS records by which services announce themselves (DNS-SD): their names, their hosts and ports, and the hosts' addresses.
import { isIPv4 } from 'node:net';
import type { QueryPacket, ResponsePacket } from 'multicast-dns';

/** A record of a response. */
export type Answer = NonNullable<ResponsePacket['answers']>[number];

/** A question of a query. */
export type Question = NonNullable<QueryPacket['questions']>[number];

/** A service that announces itself. */
export interface AnnouncedService {
  /** Such as `_ember._tcp`. */
  readonly type: string;
  /** The name that people gave it. */
  readonly name: string;
  /** An IPv4 address. */
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
  readonly #addresses = new Map<string, string>();
  readonly #types: ReadonlyMap<string, string>;
  #isFull = false;
  #isForeign = false;

  constructor(
    types: readonly string[],
    private readonly isLocal: (address: string) => boolean,
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

  add(record: Answer): void {
    if (record.type === 'PTR') {
      const type = this.#types.get(key(record.name));
      if (type !== undefined && key(record.data).endsWith(`.${key(record.name)}`))
        this.#put(this.#names, record.data, type);
    } else if (record.type === 'SRV') {
      const { target, port } = record.data;
      if (port > 0) this.#put(this.#endpoints, key(record.name), { host: key(target), port });
    } else if (record.type === 'A' && isIPv4(record.data)) this.#addAddress(key(record.name), record.data);
  }

  #addAddress(name: string, address: string): void {
    if (this.isLocal(address)) this.#put(this.#addresses, name, address);
    else this.#isForeign = true;
  }

  /** Returns the questions for what the services lack: their hosts and ports, or the addresses of their hosts. */
  get missing(): readonly Question[] {
    return [...this.#names.keys()].flatMap((name): readonly Question[] => {
      const endpoint = this.#endpoints.get(key(name));
      if (endpoint === undefined) return [{ name, type: 'SRV' }];
      return this.#addresses.has(endpoint.host) ? [] : [{ name: endpoint.host, type: 'A' }];
    });
  }

  /** The services whose addresses are known. */
  get services(): readonly AnnouncedService[] {
    return [...this.#names].flatMap(([full, type]) => {
      const endpoint = this.#endpoints.get(key(full));
      const host = endpoint && this.#addresses.get(endpoint.host);
      const name = full.slice(0, -`.${type}${domain}`.length);
      return endpoint === undefined || host === undefined ? [] : [{ type, name, host, port: endpoint.port }];
    });
  }

  #put<Value>(records: Map<string, Value>, name: string, value: Value): void {
    if (records.size < maxRecords || records.has(name)) records.set(name, value);
    else this.#isFull = true;
  }
}
