// Reads the lines of a file from its end, a piece at a time: other work goes on between two pieces.
import type { FileHandle } from 'node:fs/promises';

/** Where a line is in its file, in octets. Its line feed is before `end`. */
export interface LinePlace {
  readonly start: number;
  readonly end: number;
}

/** A line without its line feed. */
export interface LineInFile extends LinePlace {
  readonly text: string;
}

/** The lines of a piece, the last one first, and how many octets were read for them. */
export interface LinePiece {
  readonly lines: readonly LineInFile[];
  readonly bytes: number;
}

/** The length of a piece, in octets: its lines are parsed within about a millisecond. */
const pieceBytes = 32_768;

const lineFeed = 10;

/** Returns the complete lines of a text that begins at `offset`, the last one first, and the length of what is before them. */
const split = (block: Buffer, offset: number): { readonly lines: readonly LineInFile[]; readonly rest: number } => {
  const lines: LineInFile[] = [];
  let end = block.length;
  while (end > 1) {
    // The last octet is the line feed of the last line.
    const before = block.lastIndexOf(lineFeed, end - 2);
    if (before < 0 && offset > 0) break;
    const start = before + 1;
    if (end - start > 1) {
      const text = block.toString('utf8', start, block[end - 1] === lineFeed ? end - 1 : end);
      lines.push({ text, start: offset + start, end: offset + end });
    }
    end = start;
  }
  return { lines, rest: end };
};

/** Reads lines backwards from `end`, which is the end of a line. Empty lines are left out. */
export async function* linesBackwards(handle: FileHandle, end: number): AsyncGenerator<LinePiece> {
  let position = end;
  let rest: Buffer = Buffer.alloc(0);
  while (position > 0) {
    const bytes = Math.min(pieceBytes, position);
    position -= bytes;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
    const block = Buffer.concat([buffer.subarray(0, bytesRead), rest]);
    const found = split(block, position);
    rest = block.subarray(0, found.rest);
    yield { lines: found.lines, bytes };
  }
}
