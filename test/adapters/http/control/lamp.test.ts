// Pictures of tallies: what a device sees, pixel by pixel, as any reader of PNG decodes it.
import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tallyPicture } from '../../../../adapters/http/control/lamp.js';

type Chunks = ReadonlyMap<string, Buffer>;

/** Returns the chunks of a PNG by type. Throws if a checksum is wrong. */
const chunksOf = (picture: Buffer): Chunks => {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < picture.length;) {
    const length = picture.readUInt32BE(at);
    const typed = picture.subarray(at + 4, at + 8 + length);
    expect(picture.readUInt32BE(at + 8 + length)).toBe(crc32(typed));
    chunks.set(typed.toString('latin1', 0, 4), typed.subarray(4));
    at += 12 + length;
  }
  return chunks;
};

/** Returns the function that reads the colour of a pixel of a picture without filters. */
const pixelsOf = (picture: Buffer) => {
  const chunks = chunksOf(picture);
  const size = chunks.get('IHDR')?.readUInt32BE(0) ?? 0;
  const rows = inflateSync(chunks.get('IDAT') ?? '');
  expect(rows).toHaveLength(size * (1 + size * 3));
  return {
    size,
    at: (x: number, y: number): readonly number[] => [...rows.subarray(y * (1 + size * 3) + 1 + x * 3).subarray(0, 3)],
  };
};

const dark = [13, 16, 22];

describe('the picture of a tally', () => {
  it.each([
    ['program', [226, 38, 46], [226, 38, 46]],
    ['preview', dark, [52, 178, 98]],
    ['off', [47, 55, 67], [47, 55, 67]],
    [null, dark, dark],
  ] as const)('%s differs by colour and by shape: its middle, and halfway to the edge', (tally, middle, halfway) => {
    const { at } = pixelsOf(tallyPicture(tally, 64).content);
    expect([at(32, 32), at(52, 32), at(0, 0)]).toEqual([middle, halfway, dark]);
  });

  it('is a grey circle while the tally is unknown', () => {
    expect(pixelsOf(tallyPicture(null, 64).content).at(60, 32)).toEqual([150, 160, 175]);
  });

  it.each([16, 72, 512])('is a PNG of the size that was asked for: %i', (size) => {
    const { content } = tallyPicture('program', size);
    expect(content.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
    expect(pixelsOf(content).size).toBe(size);
    expect([...(chunksOf(content).get('IHDR')?.subarray(8) ?? [])]).toEqual([8, 2, 0, 0, 0]);
  });

  it('has a tag of its own for each tally and size, and the same one each time, however many are asked for', () => {
    const tags = () =>
      (['program', 'preview', 'off', null] as const).flatMap((tally) =>
        Array.from({ length: 20 }, (_, at) => tallyPicture(tally, 16 + at).tag),
      );
    const [first, again] = [tags(), tags()];
    expect(new Set(first).size).toBe(80);
    expect(again).toEqual(first);
    for (const tag of first) expect(tag).toMatch(/^"[0-9a-f]{20}"$/);
  });
});
