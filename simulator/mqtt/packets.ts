// The packets of MQTT 3.1.1 and 5 as a broker reads and writes them, written from the OASIS standards.
import { Buffer } from 'node:buffer';

/** Types of packets (MQTT 5, section 2.1.2). */
export const packetTypes = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  subscribe: 8,
  suback: 9,
  unsubscribe: 10,
  unsuback: 11,
  pingreq: 12,
  pingresp: 13,
  disconnect: 14,
} as const;

/** A packet: the type and flags of its first byte, and what follows its length. */
export interface Packet {
  readonly type: number;
  readonly flags: number;
  readonly body: Buffer;
}

/** What a client sent that isn't MQTT. */
export class MalformedPacket extends Error {}

interface VariableInteger {
  readonly value: number;
  readonly length: number;
}

/** Reads a variable byte integer (MQTT 5, section 1.5.5); undefined if it isn't complete. */
const variableInteger = (bytes: Buffer, start: number): VariableInteger | undefined => {
  let value = 0;
  for (let length = 1; length <= 4; length += 1) {
    const byte = bytes[start + length - 1];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 128 ** (length - 1);
    if (byte < 0x80) return { value, length };
  }
  throw new MalformedPacket('a length of more than four bytes');
};

/** Splits what was received into packets. `rest` is the beginning of the next one. */
export const takePackets = (bytes: Buffer): { readonly packets: readonly Packet[]; readonly rest: Buffer } => {
  const packets: Packet[] = [];
  let at = 0;
  for (;;) {
    const first = bytes[at];
    const length = first === undefined ? undefined : variableInteger(bytes, at + 1);
    const begin = at + 1 + (length?.length ?? 0);
    const end = begin + (length?.value ?? 0);
    if (first === undefined || length === undefined || end > bytes.length) return { packets, rest: bytes.subarray(at) };
    packets.push({ type: first >> 4, flags: first & 0x0f, body: bytes.subarray(begin, end) });
    at = end;
  }
};

/** Reads the fields of a packet in order. */
export class PacketReader {
  #at = 0;

  constructor(private readonly body: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at >= this.body.length;
  }

  byte(): number {
    return this.#take(1).readUInt8();
  }

  twoBytes(): number {
    return this.#take(2).readUInt16BE();
  }

  binary(): Buffer {
    return this.#take(this.twoBytes());
  }

  text(): string {
    return this.binary().toString('utf8');
  }

  /** Skips the properties of MQTT 5. */
  skipProperties(): void {
    const length = variableInteger(this.body, this.#at);
    if (length === undefined) throw new MalformedPacket('properties without a length');
    this.#take(length.length + length.value);
  }

  rest(): Buffer {
    return this.#take(this.body.length - this.#at);
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.body.length) throw new MalformedPacket('a packet that ends too early');
    const taken = this.body.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

const variableBytes = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...variableBytes(Math.floor(value / 128))];

export const twoBytes = (value: number): readonly number[] => [value >> 8, value & 0xff];

export const textBytes = (text: string): readonly number[] => {
  const bytes = Buffer.from(text, 'utf8');
  return [...twoBytes(bytes.length), ...bytes];
};

/** Returns a packet as bytes. */
export const packet = (type: number, flags: number, body: readonly number[]): Buffer =>
  Buffer.from([(type << 4) | flags, ...variableBytes(body.length), ...body]);
