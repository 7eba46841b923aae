// Reads the lines of a file that may be large.
import { createReadStream } from 'node:fs';

const lineFeed = 0x0a;

/**
 * Reads the lines of a file in UTF-8, without their line feeds, which alone separate lines. Rejects with a `RangeError` if
 * one has more than `maxBytes`.
 */
export async function* fileLines(path: string, maxBytes: number): AsyncGenerator<string, undefined> {
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  const take = (part: Buffer): void => {
    pending.push(part);
    pendingBytes += part.length;
    if (pendingBytes > maxBytes) throw new RangeError(`it has a line of more than ${String(maxBytes)} bytes`);
  };
  const line = (): string => {
    pendingBytes = 0;
    return Buffer.concat(pending.splice(0)).toString('utf8');
  };
  for await (const chunk of createReadStream(path)) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      take(rest.subarray(0, end));
      yield line();
      rest = rest.subarray(end + 1);
    }
    take(rest);
  }
  if (pendingBytes > 0) yield line();
  return undefined;
}
