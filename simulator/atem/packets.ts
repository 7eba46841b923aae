// The packets of an ATEM switcher, as docs.openswitcher.org describes them. Shares nothing with the driver.
import { Buffer } from 'node:buffer';

/** A packet from a client. */
export interface ClientPacket {
  /** What the client wants of its session; undefined within it. */
  readonly handshake: number | undefined;
  readonly session: number;
  /** The last packet of the switcher that the client has received; undefined if it doesn't state one. */
  readonly ackNumber: number | undefined;
  /** The number of a packet that is to be acknowledged. */
  readonly sequence: number | undefined;
  readonly fields: readonly Field[];
}

/** A part of a packet: a command, or a report. */
export interface Field {
  readonly name: string;
  readonly bytes: Buffer;
}

const bits = { reliable: 0b0000_1000, syn: 0b0001_0000, resend: 0b0100_0000, ack: 0b1000_0000 };

const fieldsOf = (bytes: Buffer): readonly Field[] => {
  const fields: Field[] = [];
  let rest = bytes;
  while (rest.length >= 8) {
    const length = rest.readUInt16BE(0);
    if (length < 8 || length > rest.length) return fields;
    fields.push({ name: rest.subarray(4, 8).toString('ascii'), bytes: rest.subarray(8, length) });
    rest = rest.subarray(length);
  }
  return fields;
};

/** Reads a packet of a client. Undefined if it is none. */
export const readPacket = (datagram: Buffer): ClientPacket | undefined => {
  if (datagram.length < 12) return undefined;
  const [first] = datagram;
  const has = (bit: number): boolean => ((first ?? 0) & bit) !== 0;
  const length = datagram.readUInt16BE(0) % 2_048;
  if (length !== datagram.length) return undefined;
  return {
    handshake: has(bits.syn) ? datagram[12] : undefined,
    session: datagram.readUInt16BE(2),
    ackNumber: has(bits.ack) ? datagram.readUInt16BE(4) : undefined,
    sequence: has(bits.reliable) ? datagram.readUInt16BE(10) : undefined,
    fields: has(bits.syn) ? [] : fieldsOf(datagram.subarray(12)),
  };
};

/** A packet of the switcher. */
export interface SwitcherPacket {
  readonly session: number;
  readonly ackNumber?: number;
  readonly sequence?: number;
  /** The packet of the client that is to be sent again, with all after it. */
  readonly resend?: number;
  readonly bytes?: Buffer;
}

const write = (first: number, packet: SwitcherPacket): Buffer => {
  const { session, ackNumber = 0, resend = 0, sequence = 0, bytes = Buffer.alloc(0) } = packet;
  const header = Buffer.alloc(12);
  header.writeUInt16BE(first * 256 + 12 + bytes.length, 0);
  header.writeUInt16BE(session, 2);
  header.writeUInt16BE(ackNumber, 4);
  header.writeUInt16BE(resend, 6);
  header.writeUInt16BE(sequence, 10);
  return Buffer.concat([header, bytes]);
};

/** Returns a packet within a session. */
export const writePacket = (packet: SwitcherPacket): Buffer => {
  const reliable = packet.sequence === undefined ? 0 : bits.reliable;
  const resend = packet.resend === undefined ? 0 : bits.resend;
  return write(reliable | resend | (packet.ackNumber === undefined ? 0 : bits.ack), packet);
};

/** Returns a packet of a handshake. `opened` is the number of the new session. */
export const writeHandshake = (session: number, answer: number, opened = 0): Buffer => {
  const bytes = Buffer.from([answer, 0, 0, 0, 0, 0, 0, 0]);
  bytes.writeUInt16BE(opened % 0x8000, 2);
  return write(bits.syn, { session, bytes });
};

/** Returns the bytes of a field. */
export const writeField = (name: string, bytes: Buffer): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(8 + bytes.length, 0);
  header.write(name, 4, 'ascii');
  return Buffer.concat([header, bytes]);
};

/** The most content of a packet, in bytes. */
const maxContent = 1_396;

/** Divides fields into the contents of packets. */
export const contentsOf = (fields: readonly Buffer[]): readonly Buffer[] => {
  const contents: Buffer[] = [];
  for (const field of fields) {
    const last = contents.at(-1);
    if (last === undefined || last.length + field.length > maxContent) contents.push(field);
    else contents[contents.length - 1] = Buffer.concat([last, field]);
  }
  return contents;
};
