// Encodes square pictures as PNG: true colour without transparency.
import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const chunk = (type: string, content: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), typed, uint32(crc32(typed))]);
};

/** Eight bits for each of three colours; compression, filter and interlacing are the only or the simplest ones. */
const format = Buffer.from([8, 2, 0, 0, 0]);

/** Returns a picture. `colourAt` is called with the middle of each pixel. */
export const png = (size: number, colourAt: (x: number, y: number) => Rgb): Buffer => {
  const rowLength = 1 + size * 3;
  const rows = Buffer.alloc(rowLength * size);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) rows.set(colourAt(x + 0.5, y + 0.5).map(Math.round), y * rowLength + 1 + x * 3);
  const header = Buffer.concat([uint32(size), uint32(size), format]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
