// Films for a real player: AVI files with uncompressed pictures, which need no encoder.
import { Buffer } from 'node:buffer';

const size = 16;
const framesPerSecond = 25;
const frameLength = size * size * 3;

const u32 = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeInt32LE(number, 4 * index);
  return bytes;
};

const u16 = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, 2 * index);
  return bytes;
};

const chunk = (id: string, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from(id), u32(content.length), content, Buffer.alloc(content.length % 2)]);
};

const list = (type: string, ...chunks: readonly Buffer[]): Buffer => chunk('LIST', Buffer.from(type), ...chunks);

const headers = (frames: number): Buffer => {
  const rate = u32(1_000_000 / framesPerSecond, frameLength * framesPerSecond);
  const main = chunk('avih', rate, u32(0, 0x10, frames, 0, 1, frameLength, size, size, 0, 0, 0, 0));
  const timing = u32(0, 0, 0, 0, 1, framesPerSecond, 0, frames, frameLength, -1, frameLength);
  const stream = chunk('strh', Buffer.from('vids'), timing, u16(0, 0, size, size));
  const picture = chunk('strf', u32(40, size, size), u16(1, 24), u32(0, frameLength, 0, 0, 0, 0));
  return list('hdrl', main, list('strl', stream, picture));
};

/** Returns a film of some seconds, whose pictures become lighter. A seek finds every picture whose number `keyEvery` divides. */
export const film = (seconds: number, keyEvery = 1): Buffer => {
  const frames = Array.from({ length: seconds * framesPerSecond }, (_, index) =>
    chunk('00db', Buffer.alloc(frameLength, index % 256)),
  );
  const index = frames.map((frame, number) =>
    Buffer.concat([
      Buffer.from('00db'),
      u32(number % keyEvery === 0 ? 0x10 : 0, 4 + number * frame.length, frameLength),
    ]),
  );
  return chunk('RIFF', Buffer.from('AVI '), headers(frames.length), list('movi', ...frames), chunk('idx1', ...index));
};
