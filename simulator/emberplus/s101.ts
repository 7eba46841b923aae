// S101 framing, as the published protocol describes it (Ember+ specification, "Message Framing"). Shares nothing with the driver.
import { Buffer } from 'node:buffer';

/** What a frame contains. */
export interface S101Frame {
  readonly command: 'ember' | 'keep-alive-request' | 'other';
  readonly payload: Buffer;
}

/** Returns the checksum of S101, bit by bit. */
const checksum = (bytes: Buffer): number => {
  let crc = 0xffff;
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = ((crc ^ (byte >> bit)) & 1) === 1;
      crc = isOdd ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
    }
  return crc ^ 0xffff;
};

const escapes = (bytes: Buffer): Buffer =>
  Buffer.from([...bytes].flatMap((byte) => (byte > 0xf7 ? [0xfd, byte ^ 0x20] : [byte])));

const framed = (content: Buffer): Buffer => {
  const crc = Buffer.alloc(2);
  crc.writeUInt16LE(checksum(content));
  return Buffer.concat([Buffer.of(0xfe), escapes(Buffer.concat([content, crc])), Buffer.of(0xff)]);
};

/** The answer to a keep-alive request. */
export const keepAliveAnswer = framed(Buffer.from('000e0201', 'hex'));

/** The longest payload of a packet, in bytes. */
const maxPayload = 1_024;

const packetFlags = (isFirst: boolean, isLast: boolean): number => (isFirst ? 0x80 : 0) | (isLast ? 0x40 : 0);

/** Returns the packets of a message. */
export const packets = (message: Buffer): Buffer => {
  const starts = Array.from({ length: Math.ceil(message.length / maxPayload) }, (_, index) => index * maxPayload);
  const frames = starts.map((start) => {
    const flags = packetFlags(start === 0, start + maxPayload >= message.length);
    const header = Buffer.from([0x00, 0x0e, 0x00, 0x01, flags, 0x01, 0x02, 0x1f, 0x02]);
    return framed(Buffer.concat([header, message.subarray(start, start + maxPayload)]));
  });
  return Buffer.concat(frames);
};

const unescaped = (bytes: Buffer): Buffer =>
  Buffer.from(
    [...bytes].flatMap((byte, index) => {
      if (byte === 0xfd) return [];
      return [bytes[index - 1] === 0xfd ? byte ^ 0x20 : byte];
    }),
  );

const contentOf = (raw: Buffer): S101Frame | undefined => {
  const bytes = unescaped(raw);
  if (bytes.length < 6 || checksum(bytes.subarray(0, -2)) !== bytes.readUInt16LE(bytes.length - 2)) return undefined;
  const [, type, command = 0, , , , applicationBytes = 0] = bytes;
  if (type !== 0x0e) return { command: 'other', payload: bytes };
  if (command === 1) return { command: 'keep-alive-request', payload: bytes.subarray(0, 0) };
  if (command !== 0) return { command: 'other', payload: bytes };
  return { command: 'ember', payload: bytes.subarray(7 + applicationBytes, -2) };
};

/** The most bytes without a frame that a consumer may send. */
const maxRest = 65_536;

/** Takes the complete frames out of received bytes. Undefined if these aren't S101. */
export const takeFrames = (
  received: Buffer,
): { readonly frames: readonly S101Frame[]; readonly rest: Buffer } | undefined => {
  const frames: S101Frame[] = [];
  let rest = received;
  for (let end = rest.indexOf(0xff); end >= 0; end = rest.indexOf(0xff)) {
    const start = rest.subarray(0, end).lastIndexOf(0xfe);
    const frame = start < 0 ? undefined : contentOf(rest.subarray(start + 1, end));
    if (frame === undefined) return undefined;
    frames.push(frame);
    rest = rest.subarray(end + 1);
  }
  return rest.length > maxRest ? undefined : { frames, rest };
};
