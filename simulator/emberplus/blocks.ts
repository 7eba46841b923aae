// Blocks of BER: a tag of one byte, a length and a body. Ember+ needs no other tags. Shares nothing with the driver.
import { Buffer } from 'node:buffer';

/** A block. Its body is a value, or further blocks. */
export interface Block {
  readonly tag: number;
  readonly body: Buffer;
}

/** Thrown if bytes are no blocks. */
export class NoBlocks extends Error {}

const lengthOf = (bytes: Buffer): { readonly length: number; readonly header: number } => {
  const [, first = 0] = bytes;
  if (first < 0x80) return { length: first, header: 2 };
  const octets = first & 0x7f;
  if (octets === 0 || octets > 4 || bytes.length < 2 + octets) throw new NoBlocks('a length that is not supported');
  return { length: bytes.readUIntBE(2, octets), header: 2 + octets };
};

/** Returns the blocks that follow one another. */
export const blocksIn = (bytes: Buffer): readonly Block[] => {
  const blocks: Block[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const [tag = 0] = rest;
    const { length, header } = lengthOf(rest);
    if (rest.length < header + length) throw new NoBlocks('a block that is cut short');
    blocks.push({ tag, body: rest.subarray(header, header + length) });
    rest = rest.subarray(header + length);
  }
  return blocks;
};

/** Returns the bodies within a body along tags: of the first block at each. Undefined if one is missing. */
export const within = (body: Buffer | undefined, ...tags: readonly number[]): Buffer | undefined => {
  const [tag, ...others] = tags;
  if (body === undefined || tag === undefined) return body;
  return within(blocksIn(body).find((block) => block.tag === tag)?.body, ...others);
};

/** Returns the bytes of a block. Lengths from 128 take four bytes. */
export const block = (tag: number, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const header = Buffer.of(tag, 0x84, 0, 0, 0, 0);
  header.writeUInt32BE(body.length, 2);
  return Buffer.concat([header, body]);
};
