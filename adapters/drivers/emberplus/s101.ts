// The frames of S101, which carry Ember+ over TCP (Ember+ specification, "Message Framing").
import { Buffer } from 'node:buffer';
import { ByteStore } from './byte-store.js';

const polynomial = 0x8408;

const entry = (index: number): number => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ polynomial;
  return crc;
};

const table = Uint16Array.from({ length: 256 }, (_, index) => entry(index));

/** Returns the checksum of bytes, from 0 to 0xFFFF. Frames contain its low byte first. */
export const crc16 = (bytes: Iterable<number>): number => {
  let crc = 0xffff;
  for (const byte of bytes) crc = (crc >> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return ~crc & 0xffff;
};

/** What {@link crc16} returns for bytes that end with their own checksum. */
const validCrc = ~0xf0b8 & 0xffff;

const startOfFrame = 0xfe;
const endOfFrame = 0xff;
const escapeMark = 0xfd;
const escapeXor = 0x20;

/** Bytes from this one on are escaped within a frame. */
const firstEscaped = 0xf8;

/** The message type of Ember+, the second byte of a frame. */
const emberMessage = 0x0e;

/** The third byte of a frame. */
const commands = { ember: 0, keepAliveRequest: 1, keepAliveResponse: 2 } as const;

const version = 1;

/** Flags of a packet: a message may be divided into several. */
const flags = { first: 0x80, last: 0x40, empty: 0x20 } as const;

/** The DTD of a payload: Glow, with the two bytes of its version, 2.31. */
const glow = [1, 2, 31, 2] as const;

/** Index of the flags. The DTD and the number of application bytes follow, then these and the payload. */
const flagsAt = 4;

/** The shortest frame: slot, message type, command and checksum. Some providers send keep-alives without the version. */
const minFrameLength = 5;

/** The longest frame without escapes, in bytes. The specification permits a payload of 1,024. */
const maxFrameLength = 65_536;

/** The longest message of several packets, in bytes: some 5,000 parameters with all their properties. */
export const maxMessageLength = 1_048_576;

const escaped = (byte: number): readonly number[] => (byte >= firstEscaped ? [escapeMark, byte ^ escapeXor] : [byte]);

const frame = (content: readonly number[]): Buffer => {
  const crc = crc16(content);
  return Buffer.from([startOfFrame, ...[...content, crc & 0xff, crc >> 8].flatMap(escaped), endOfFrame]);
};

/** Returns the frame of a payload of at most 1,024 bytes. */
export const emberFrame = (payload: Buffer): Buffer =>
  frame([0, emberMessage, commands.ember, version, flags.first | flags.last, ...glow, ...payload]);

/** Requests the other side to show that it is there. */
export const keepAliveRequest = frame([0, emberMessage, commands.keepAliveRequest, version]);

/** Answers {@link keepAliveRequest}. Every side has to. */
export const keepAliveResponse = frame([0, emberMessage, commands.keepAliveResponse, version]);

/** Reacts to messages. */
export interface S101Events {
  /** The payload is valid during the call only. */
  readonly payload: (payload: Buffer) => void;
  readonly keepAliveRequest: () => void;
  readonly keepAliveResponse: () => void;
}

/** Reads frames. Bytes between frames are ignored. */
export class S101Reader {
  readonly #frame = new ByteStore(maxFrameLength);
  readonly #message = new ByteStore(maxMessageLength);
  #isInside = false;
  #isEscaped = false;

  constructor(private readonly events: S101Events) {}

  /** Takes a part of what was sent. Returns why it is no S101; undefined if it is. */
  read(chunk: Buffer): string | undefined {
    for (const byte of chunk) {
      const fault = this.#take(byte);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #take(byte: number): string | undefined {
    if (byte === startOfFrame) this.#begin();
    else if (!this.#isInside) return undefined;
    else if (byte === endOfFrame) return this.#end();
    else if (byte === escapeMark) this.#isEscaped = true;
    else return this.#append(byte);
    return undefined;
  }

  #begin(): void {
    this.#frame.clear();
    this.#isInside = true;
    this.#isEscaped = false;
  }

  #append(byte: number): string | undefined {
    const isStored = this.#frame.addByte(this.#isEscaped ? byte ^ escapeXor : byte);
    this.#isEscaped = false;
    return isStored ? undefined : `a frame has more than ${String(maxFrameLength)} bytes`;
  }

  #end(): string | undefined {
    this.#isInside = false;
    const content = this.#frame.bytes;
    if (content.length < minFrameLength) return 'a frame is too short';
    if (crc16(content) !== validCrc) return 'a frame has a wrong checksum';
    return content[1] === emberMessage ? this.#receive(content.subarray(0, -2)) : undefined;
  }

  #receive(content: Buffer): string | undefined {
    const command = content[2];
    if (command === commands.keepAliveRequest) this.events.keepAliveRequest();
    else if (command === commands.keepAliveResponse) this.events.keepAliveResponse();
    else if (command === commands.ember) return this.#receivePacket(content);
    return undefined;
  }

  #receivePacket(content: Buffer): string | undefined {
    const [packetFlags = 0, , applicationBytes] = content.subarray(flagsAt);
    if (applicationBytes === undefined) return 'a packet is too short';
    if ((packetFlags & flags.first) !== 0) this.#message.clear();
    const payload = content.subarray(flagsAt + 3 + applicationBytes);
    if ((packetFlags & flags.empty) === 0 && !this.#message.add(payload))
      return `a message has more than ${String(maxMessageLength)} bytes`;
    if ((packetFlags & flags.last) !== 0) this.#endMessage();
    return undefined;
  }

  #endMessage(): void {
    const message = this.#message.bytes;
    this.#message.clear();
    if (message.length > 0) this.events.payload(message);
  }
}
