// A client of the simulated broker: its subscriptions, its last will, and the packets of its version of MQTT.
import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { packet, PacketReader, packetTypes, takePackets, textBytes, twoBytes, type Packet } from './packets.js';

/** A message, as clients publish and receive it. */
export interface Publication {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

/** Reason codes (MQTT 5, section 2.4). */
export const reasons = { success: 0x00, noSubscribers: 0x10, implementationError: 0x83 } as const;

/** The longest part of a packet that the broker keeps while the rest is missing, in bytes. */
const maxRest = 1_048_576;

/** What the broker does for a client. */
export interface SessionEvents {
  /** Returns the reason code of the acknowledgement, once it is known. */
  readonly published: (publication: Publication) => number | Promise<number>;
  /** Returns the retained messages of a topic filter. */
  readonly subscribed: (filter: string) => readonly Publication[];
  readonly ended: () => void;
}

/** Whether a topic matches a filter (MQTT 5, section 4.7). */
export const matches = (filter: string, topic: string): boolean => {
  const [wanted, given] = [filter.split('/'), topic.split('/')];
  const end = wanted.indexOf('#');
  const compared = end === -1 ? wanted : wanted.slice(0, end);
  if (end === -1 ? wanted.length !== given.length : given.length < end) return false;
  return compared.every((level, index) => level === '+' || level === given[index]);
};

/** The connection of a client. */
export class Session {
  #isV5 = false;
  #isAdmitted = false;
  #will: Publication | undefined;
  #lastId = 0;
  #rest: Buffer = Buffer.alloc(0);
  /** Granted qualities of service by topic filter. */
  readonly #subscriptions = new Map<string, number>();

  constructor(
    private readonly socket: Socket,
    private readonly events: SessionEvents,
  ) {
    socket
      .on('data', (chunk) => {
        this.#receive(chunk);
      })
      .on('error', () => undefined)
      .once('close', () => {
        this.#end();
      });
  }

  /** Sends a message if the client has subscribed to its topic. Returns whether it has. */
  deliver({ topic, payload, isRetained }: Publication): boolean {
    const granted = [...this.#subscriptions].filter(([filter]) => matches(filter, topic)).map(([, qos]) => qos);
    if (granted.length === 0) return false;
    const qos = Math.max(...granted);
    this.#lastId = (this.#lastId % 0xffff) + 1;
    const id = qos === 0 ? [] : twoBytes(this.#lastId);
    const body = [...textBytes(topic), ...id, ...this.#noProperties, ...Buffer.from(payload, 'utf8')];
    this.#send(packetTypes.publish, body, (qos << 1) | (isRetained ? 1 : 0));
    return true;
  }

  close(): void {
    this.socket.destroy();
  }

  get #noProperties(): readonly number[] {
    return this.#isV5 ? [0] : [];
  }

  #send(type: number, body: readonly number[], flags = 0): void {
    if (this.socket.writable) this.socket.write(packet(type, flags, body));
  }

  #receive(chunk: Buffer): void {
    try {
      const { packets, rest } = takePackets(Buffer.concat([this.#rest, chunk]));
      if (rest.length > maxRest) this.close();
      this.#rest = rest;
      for (const one of packets) this.#handle(one);
    } catch {
      this.close();
    }
  }

  #handle({ type, flags, body }: Packet): void {
    const reader = new PacketReader(body);
    if (this.#isAdmitted === (type === packetTypes.connect)) this.close();
    else if (type === packetTypes.connect) this.#connect(reader);
    else if (type === packetTypes.publish) this.#publish(reader, flags);
    else if (type === packetTypes.subscribe) this.#subscribe(reader);
    else if (type === packetTypes.unsubscribe) this.#unsubscribe(reader);
    else if (type === packetTypes.pingreq) this.#send(packetTypes.pingresp, []);
    else if (type === packetTypes.disconnect) this.#disconnect();
    else if (type !== packetTypes.puback) this.close();
  }

  #connect(reader: PacketReader): void {
    const [name, level, flags] = [reader.text(), reader.byte(), reader.byte()];
    this.#isV5 = level === 5;
    reader.twoBytes();
    if (this.#isV5) reader.skipProperties();
    reader.text();
    if ((flags & 0x04) !== 0) this.#will = this.#readWill(reader, (flags & 0x20) !== 0);
    this.#isAdmitted = name === 'MQTT' && (level === 4 || level === 5);
    if (!this.#isAdmitted) this.socket.end(packet(packetTypes.connack, 0, [0, 1]));
    // In MQTT 5, the broker states that it knows the qualities of service 0 and 1.
    else this.#send(packetTypes.connack, [0, 0, ...(this.#isV5 ? [2, 0x24, 1] : [])]);
  }

  #readWill(reader: PacketReader, isRetained: boolean): Publication {
    if (this.#isV5) reader.skipProperties();
    const topic = reader.text();
    return { topic, payload: reader.text(), isRetained };
  }

  #publish(reader: PacketReader, flags: number): void {
    const qos = (flags >> 1) & 0x03;
    if (qos > 1) {
      this.close();
      return;
    }
    const topic = reader.text();
    const id = qos === 1 ? reader.twoBytes() : undefined;
    if (this.#isV5) reader.skipProperties();
    const payload = reader.rest().toString('utf8');
    const reason = this.events.published({ topic, payload, isRetained: (flags & 0x01) !== 0 });
    if (id === undefined) return;
    void Promise.resolve(reason).then((code) => {
      // MQTT 3.1.1 knows no refusal: a broker acknowledges what it doesn't pass on.
      this.#send(packetTypes.puback, [...twoBytes(id), ...(this.#isV5 && code !== 0 ? [code] : [])]);
    });
  }

  #subscribe(reader: PacketReader): void {
    const id = reader.twoBytes();
    if (this.#isV5) reader.skipProperties();
    const granted = new Map<string, number>();
    while (!reader.isAtEnd) granted.set(reader.text(), Math.min(reader.byte() & 0x03, 1));
    for (const [filter, qos] of granted) this.#subscriptions.set(filter, qos);
    this.#send(packetTypes.suback, [...twoBytes(id), ...this.#noProperties, ...granted.values()]);
    for (const filter of granted.keys())
      for (const retained of this.events.subscribed(filter)) this.deliver({ ...retained, isRetained: true });
  }

  #unsubscribe(reader: PacketReader): void {
    const id = reader.twoBytes();
    if (this.#isV5) reader.skipProperties();
    const results: number[] = [];
    while (!reader.isAtEnd) results.push(this.#subscriptions.delete(reader.text()) ? 0 : 0x11);
    this.#send(packetTypes.unsuback, [...twoBytes(id), ...(this.#isV5 ? [0, ...results] : [])]);
  }

  #disconnect(): void {
    this.#will = undefined;
    this.close();
  }

  #end(): void {
    if (this.#will !== undefined) void this.events.published(this.#will);
    this.events.ended();
  }
}
