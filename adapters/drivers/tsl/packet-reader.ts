// Reads packets of TSL UMD 5.0 as equipment sends them: alone in datagrams, or in a stream with or without its frame.
import { lampsOf, type ReceivedLamps } from './received.js';

const dle = 0xfe;
const stx = 0x02;

/** The lengths of a packet's head and of a message's, in bytes. */
const headBytes = 6;
const messageHeadBytes = 6;

/** The index and the control word of a message, in bytes. */
const controlBytes = 4;

const maxPacketBytes = 2_048;

/** The byte count is of what follows it; some senders count it as well, and some leave out two bytes more. */
const miscounts = [0, 2, 4];
const longestMiscount = 4;

/** Flags: the packet has control data of the screen, which no document defines. */
const screenControl = 2;

/** Control word: the message has control data instead of a text. */
const controlData = 0x8000;

/** A packet at the beginning of some bytes. */
export interface ReadPacket {
  readonly displays: readonly ReceivedLamps[];
  readonly length: number;
}

export const noPacket = 'it sends what is no TSL UMD 5.0';

const isHead = (bytes: Buffer): boolean => {
  const [low, high, version, flags] = bytes;
  const count = (low ?? 0) + 256 * (high ?? 0);
  const isPossible = high === undefined || (count >= headBytes - 2 && count <= maxPacketBytes);
  return isPossible && (version ?? 0) === 0 && (flags ?? 0) <= 3;
};

/** Returns the message at the beginning of some bytes; undefined if they end before it does. */
const readMessage = (bytes: Buffer, screen: number) => {
  if (bytes.length < controlBytes) return undefined;
  const control = bytes.readUInt16LE(2);
  if ((control & controlData) !== 0) return 'control data';
  if (bytes.length < messageHeadBytes) return undefined;
  const length = messageHeadBytes + bytes.readUInt16LE(4);
  return bytes.length < length ? undefined : { lamps: lampsOf(screen, bytes.readUInt16LE(0), control), length };
};

/**
 * Reads the packet at the beginning of some bytes. Returns undefined while it is incomplete, and why it is none. Its messages show where
 * it ends, because the byte count is not reliable.
 */
export const readPacket = (bytes: Buffer): ReadPacket | string | undefined => {
  if (!isHead(bytes)) return noPacket;
  if (bytes.length < headBytes) return undefined;
  const count = bytes.readUInt16LE(0);
  const displays: ReceivedLamps[] = [];
  const upToCount = (): ReadPacket | undefined =>
    bytes.length < count + 2 ? undefined : { displays, length: count + 2 };
  if ((bytes.readUInt8(3) & screenControl) !== 0) return upToCount();
  let at = headBytes;
  while (!miscounts.includes(at - count)) {
    const message = readMessage(bytes.subarray(at, count + longestMiscount), bytes.readUInt16LE(4));
    if (message === undefined) return bytes.length < count + longestMiscount ? undefined : noPacket;
    if (message === 'control data') return upToCount();
    displays.push(message.lamps);
    at += message.length;
  }
  return { displays, length: at };
};

/** Returns bytes without the frame: each DLE in them is doubled. */
const unframed = (bytes: Buffer): Buffer => {
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === dle && bytes[at + 1] === dle) at += 1;
    plain.push(byte);
  }
  return Buffer.from(plain);
};

const isFramed = (bytes: Buffer): boolean => bytes[0] === dle && bytes[1] === stx;

/** Reads the first packet of a datagram. Returns its displays and what follows it, or why it is no packet. */
const readFirst = (
  datagram: Buffer,
): { readonly displays: readonly ReceivedLamps[]; readonly rest: Buffer } | string => {
  const plain = readPacket(datagram);
  if (typeof plain === 'object') return { displays: plain.displays, rest: datagram.subarray(plain.length) };
  const framed = isFramed(datagram) ? readPacket(unframed(datagram.subarray(2))) : plain;
  return typeof framed === 'object' ? { displays: framed.displays, rest: Buffer.alloc(0) } : (framed ?? noPacket);
};

/** Reads a datagram, to which some senders add the frame of streams. Returns why it is no packet; what follows a packet may be none. */
export const readDatagram = (datagram: Buffer): readonly ReceivedLamps[] | string => {
  const first = readFirst(datagram);
  if (typeof first === 'string') return first;
  const further = first.rest.length === 0 ? [] : readDatagram(first.rest);
  return typeof further === 'string' ? first.displays : [...first.displays, ...further];
};

/** The bytes of a frame so far. */
type Frame = number[] | null;

/** Reads one connection. The first bytes show whether its packets are framed. */
export class PacketReader {
  #isFramed: boolean | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #frame: Frame = null;
  #isAfterDle = false;

  constructor(private readonly onDisplays: (displays: readonly ReceivedLamps[]) => void) {}

  /** Takes a part of what was sent. Returns why it can't be TSL UMD 5.0; undefined if it can. */
  read(chunk: Buffer): string | undefined {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    if (this.#isFramed === undefined && this.#rest.length < 2) return undefined;
    this.#isFramed ??= isFramed(this.#rest);
    if (!this.#isFramed) return this.#readPlain();
    for (const byte of this.#rest) this.#take(byte);
    this.#rest = Buffer.alloc(0);
    return undefined;
  }

  #readPlain(): string | undefined {
    while (this.#rest.length > 0) {
      const packet = readPacket(this.#rest);
      if (typeof packet === 'string') return packet;
      if (packet === undefined) return this.#rest.length > maxPacketBytes + 2 ? noPacket : undefined;
      this.#rest = this.#rest.subarray(packet.length);
      this.onDisplays(packet.displays);
    }
    return undefined;
  }

  /** What is between two frames, or broken, is skipped. */
  #take(byte: number): void {
    if (!this.#isAfterDle && byte === dle) {
      this.#isAfterDle = true;
      return;
    }
    const isStart = this.#isAfterDle && byte === stx;
    this.#isAfterDle = false;
    if (isStart) this.#frame = [];
    else if (this.#frame !== null) this.#extend(this.#frame, byte);
  }

  #extend(frame: number[], byte: number): void {
    frame.push(byte);
    const [low = 0, high = 0] = frame;
    // A shorter packet than its count can't be complete, except for those that count wrong.
    if (frame.length < headBytes || frame.length < low + 256 * high) return;
    const packet = readPacket(Buffer.from(frame));
    if (packet === undefined) return;
    this.#frame = null;
    if (typeof packet === 'object') this.onDisplays(packet.displays);
  }
}
