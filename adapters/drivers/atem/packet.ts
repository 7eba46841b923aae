// The packets of an ATEM switcher: one UDP datagram each, with a header of twelve bytes, and commands after it.
import { Buffer } from 'node:buffer';

/** What a packet is for, as bits of its first byte. */
export const flags = { ackRequest: 0x08, hello: 0x10, repeated: 0x20, resendRequest: 0x40, ack: 0x80 } as const;

/** What a packet of a handshake says. Its first byte of content. */
export const handshakes = { open: 1, accept: 2, reject: 3, close: 4, closed: 5 } as const;

/** Packets are numbered from 0 to this number, without it. */
const numbers = 0x8000;

/** The bit of a session that the switcher has numbered. */
export const serverBit = 0x8000;

/** The bits of the first two bytes that state the length. */
const lengthMask = 0x07ff;

const headerLength = 12;
const handshakeLength = 8;

/** A packet. */
export interface AtemPacket {
  readonly flags: number;
  readonly session: number;
  /** The last packet that was received, if `flags.ack` is set. */
  readonly acknowledged: number;
  /** Its number, if `flags.ackRequest` is set. */
  readonly number: number;
  readonly content: Buffer;
}

/** Returns the datagram of a packet. */
export const encodePacket = (packet: Pick<AtemPacket, 'flags' | 'session'> & Partial<AtemPacket>): Buffer => {
  const { content = Buffer.alloc(0), acknowledged = 0, number = 0 } = packet;
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE((packet.flags << 8) | (headerLength + content.length), 0);
  header.writeUInt16BE(packet.session, 2);
  header.writeUInt16BE(acknowledged, 4);
  header.writeUInt16BE(number, 10);
  return Buffer.concat([header, content]);
};

/** Returns a packet of a handshake. */
export const encodeHandshake = (session: number, handshake: number, others = 0): Buffer => {
  const content = Buffer.alloc(handshakeLength);
  content.writeUInt8(handshake, 0);
  return encodePacket({ flags: flags.hello | others, session, content });
};

/** Reads a datagram. Returns undefined if it is no packet. */
export const decodePacket = (datagram: Buffer): AtemPacket | undefined => {
  if (datagram.length < headerLength || (datagram.readUInt16BE(0) & lengthMask) !== datagram.length) return undefined;
  return {
    flags: datagram.readUInt8(0) & 0xf8,
    session: datagram.readUInt16BE(2),
    acknowledged: datagram.readUInt16BE(4),
    number: datagram.readUInt16BE(10),
    content: datagram.subarray(headerLength),
  };
};

/** What a packet of a handshake says; undefined if the packet is none. */
export interface Handshake {
  readonly kind: number;
  /** The session that the switcher opens. */
  readonly opened: number;
}

/** Returns what a packet says about its session; undefined if it says nothing. */
export const handshakeOf = (packet: AtemPacket): Handshake | undefined =>
  (packet.flags & flags.hello) === 0 || packet.content.length < handshakeLength
    ? undefined
    : { kind: packet.content.readUInt8(0), opened: serverBit | packet.content.readUInt16BE(2) };

/** The number after another one. */
export const numberAfter = (number: number): number => (number + 1) % numbers;

/** Whether an acknowledgement includes a packet: it counts for all before as well. Numbers begin anew after the last. */
export const includes = (acknowledged: number, number: number): boolean =>
  (acknowledged - number + numbers) % numbers < numbers / 2;

/** A command, to the switcher or from it: a name of four letters, and its data. */
export interface AtemCommand {
  readonly name: string;
  readonly data: Buffer;
}

const commandHeader = 8;

/** Returns the bytes of a command. */
export const encodeCommand = ({ name, data }: AtemCommand): Buffer => {
  const header = Buffer.alloc(commandHeader);
  header.writeUInt16BE(commandHeader + data.length, 0);
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, data]);
};

/** Returns the commands of a packet. What follows them and is none doesn't count. */
export const decodeCommands = (content: Buffer): readonly AtemCommand[] => {
  const commands: AtemCommand[] = [];
  for (let at = 0; at + commandHeader <= content.length;) {
    const end = at + content.readUInt16BE(at);
    if (end < at + commandHeader || end > content.length) break;
    const name = content.toString('latin1', at + 4, at + commandHeader);
    commands.push({ name, data: content.subarray(at + commandHeader, end) });
    at = end;
  }
  return commands;
};
