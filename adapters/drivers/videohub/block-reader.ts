// Divides what a Videohub sends into blocks: a title with the lines beneath it up to an empty one, or ACK or NAK.
import { shortened } from '../../../application/connections/connection-log.js';

/** A block. */
export interface Block {
  /** What the lines mean, such as `VIDEO OUTPUT ROUTING`; `ACK` or `NAK` for an answer. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** The longest line and the longest block, in characters. The labels of 288 inputs have about 20,000. */
const maxLineLength = 4_096;
const maxBlockLength = 262_144;

/** Whether a block answers a request. */
export const isAnswer = ({ title }: Block): boolean => title === 'ACK' || title === 'NAK';

/** Reads blocks. */
export class BlockReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #title: string | undefined;
  #lines: string[] = [];
  #length = 0;

  constructor(private readonly onBlock: (block: Block) => void) {}

  /** Takes a part of what was sent. Returns why it can't be a block of a Videohub; undefined if it can. */
  read(chunk: Buffer): string | undefined {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const wrong = this.#readLine(line.trim());
      if (wrong !== undefined) return wrong;
    }
    return this.#rest.length > maxLineLength ? 'a line is too long' : undefined;
  }

  #readLine(line: string): string | undefined {
    if (line.length > maxLineLength) return 'a line is too long';
    return this.#title === undefined ? this.#begin(line) : this.#continue(line, this.#title);
  }

  #begin(line: string): string | undefined {
    if (line === '') return undefined;
    if (isAnswer({ title: line, lines: [] })) {
      this.onBlock({ title: line, lines: [] });
      return undefined;
    }
    if (!line.endsWith(':')) return `it sent no block of a Videohub, but ${JSON.stringify(shortened(line))}`;
    this.#title = line.slice(0, -1);
    this.#lines = [];
    this.#length = 0;
    return undefined;
  }

  #continue(line: string, title: string): string | undefined {
    this.#length += line.length;
    if (this.#length > maxBlockLength) return 'a block is too long';
    if (line !== '') {
      this.#lines.push(line);
      return undefined;
    }
    this.#title = undefined;
    this.onBlock({ title, lines: this.#lines });
    return undefined;
  }
}

/** Returns the fields of a block by their names. */
export const fieldsOf = ({ lines }: Block): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const];
    }),
  );
