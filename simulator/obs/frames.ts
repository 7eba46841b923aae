// WebSocket frames as a server reads and writes them (RFC 6455, section 5).
import { Buffer } from 'node:buffer';

/** Kinds of frames. */
export const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A frame of a client. */
export interface Frame {
  readonly isLast: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The longest payload of a client, in bytes. */
const maxLength = 1_048_576;

/** The end of a frame's length, and the length; undefined if the bytes aren't complete. */
const lengthIn = (bytes: Buffer): { readonly end: number; readonly length: number } | undefined => {
  const short = (bytes[1] ?? 0) & 0x7f;
  if (short < 126) return { end: 2, length: short };
  const end = short === 126 ? 4 : 10;
  if (bytes.length < end) return undefined;
  return { end, length: short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) };
};

const unmasked = (payload: Buffer, mask: Buffer): Buffer =>
  Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));

/** Returns the first frame of some bytes and what follows it, or undefined if it isn't complete. Throws if it breaks the rules. */
export const readFrame = (bytes: Buffer): { readonly frame: Frame; readonly rest: Buffer } | undefined => {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < 2) return undefined;
  if ((first & 0x70) !== 0) throw new Error('reserved bits are set');
  if ((second & 0x80) === 0) throw new Error('a frame of a client is not masked');
  const found = lengthIn(bytes);
  if (found === undefined) return undefined;
  const { end, length } = found;
  if (length > maxLength) throw new Error('a frame is too long');
  const payloadAt = end + 4;
  if (bytes.length < payloadAt + length) return undefined;
  const payload = unmasked(bytes.subarray(payloadAt, payloadAt + length), bytes.subarray(end, payloadAt));
  return {
    frame: { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, payload },
    rest: bytes.subarray(payloadAt + length),
  };
};

const header = (opcode: number, length: number): Buffer => {
  if (length < 126) return Buffer.from([0x80 | opcode, length]);
  const isLong = length > 0xffff;
  const bytes = Buffer.alloc(isLong ? 10 : 4);
  bytes.writeUInt8(0x80 | opcode, 0);
  bytes.writeUInt8(isLong ? 127 : 126, 1);
  if (isLong) bytes.writeBigUInt64BE(BigInt(length), 2);
  else bytes.writeUInt16BE(length, 2);
  return bytes;
};

/** Returns a whole message as one frame of a server, which isn't masked. */
export const frameOf = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([header(opcode, payload.length), payload]);

/** Returns a close frame with a status code and a reason. */
export const closeFrame = (code: number, reason: string): Buffer => {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frameOf(opcodes.close, Buffer.concat([payload, Buffer.from(reason)]));
};
