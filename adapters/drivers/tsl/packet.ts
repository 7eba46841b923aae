// Packets of the TSL UMD protocol, version 5.0. Numbers are little-endian.
import type { ShownDisplay } from '../../../application/ports/tally-displays.js';
import type { Tally } from '../../../domain/studio/tally.js';

/** The longest packet, in bytes. */
const maxPacketBytes = 2_048;

/** Byte count, version, flags and screen. */
const headBytes = 6;

const minorVersion = 0;
const textIsUtf16 = 1;

/** The colours of a lamp. */
const colours: Readonly<Record<Tally, number>> = { off: 0, program: 1, preview: 2 };

/** The screen and the brightness, 0 to 3, of all displays. */
export interface PacketOptions {
  readonly screen: number;
  readonly brightness: number;
}

/** Sets the right lamp, the text and the left lamp to one colour. */
const controlOf = (tally: Tally, brightness: number): number => {
  const colour = colours[tally];
  return colour | (colour << 2) | (colour << 4) | (brightness << 6);
};

const messageOf = ({ index, tally, label }: ShownDisplay, brightness: number, encoding: BufferEncoding): Buffer => {
  const text = Buffer.from(label, encoding);
  const head = Buffer.alloc(6);
  head.writeUInt16LE(index, 0);
  head.writeUInt16LE(controlOf(tally, brightness), 2);
  head.writeUInt16LE(text.length, 4);
  return Buffer.concat([head, text]);
};

const packetOf = (messages: readonly Buffer[], screen: number, flags: number): Buffer => {
  const head = Buffer.alloc(headBytes);
  const packet = Buffer.concat([head, ...messages]);
  // The count is of what follows it.
  packet.writeUInt16LE(packet.length - 2, 0);
  packet.writeUInt8(minorVersion, 2);
  packet.writeUInt8(flags, 3);
  packet.writeUInt16LE(screen, 4);
  return packet;
};

/** Divides messages into groups that each fit into a packet. */
const grouped = (messages: readonly Buffer[]): readonly (readonly Buffer[])[] => {
  const groups: Buffer[][] = [];
  let bytes = maxPacketBytes;
  for (const message of messages) {
    bytes += message.length;
    if (bytes > maxPacketBytes) groups.push([]);
    if (bytes > maxPacketBytes) bytes = headBytes + message.length;
    groups.at(-1)?.push(message);
  }
  return groups;
};

const isAscii = (label: string): boolean => /^[ -~]*$/.test(label);

/** Returns the packets that show these displays. Texts are ASCII if all of them are, else UTF-16LE: it is one flag of a packet. */
export const packetsOf = (
  displays: readonly ShownDisplay[],
  { screen, brightness }: PacketOptions,
): readonly Buffer[] => {
  const ascii = displays.every(({ label }) => isAscii(label));
  const messages = displays.map((display) => messageOf(display, brightness, ascii ? 'ascii' : 'utf16le'));
  return grouped(messages).map((group) => packetOf(group, screen, ascii ? 0 : textIsUtf16));
};

const dle = 0xfe;
const stx = 0x02;

/** Returns a packet as a stream carries it: after DLE STX, and with each DLE in it doubled. */
export const framed = (packet: Buffer): Buffer =>
  Buffer.from([dle, stx, ...packet.toJSON().data.flatMap((byte) => (byte === dle ? [dle, dle] : [byte]))]);
