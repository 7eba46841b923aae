// Divides what a HyperDeck sends into responses: a line, or a block of lines that an empty one ends.
import { shortened } from '../../../application/connections/connection-log.js';

/** A response. Codes of 1xx are refusals, those of 5xx come unasked. */
export interface DeckResponse {
  readonly code: number;
  readonly text: string;
  /** The lines of a block. */
  readonly lines: readonly string[];
}

/** The longest line and the longest block, in characters. A disk with 10,000 clips has a list of about 1 MB. */
const maxLineLength = 4_096;
const maxBlockLength = 4 * 1_024 * 1_024;

/** A deck that serves as many clients as it can sends this line. */
const rejection = '120 connection rejected';

const firstLine = /^(\d{3}) ([^:]+)(:?)$/;

/** The block that is being read. */
interface Block {
  readonly code: number;
  readonly text: string;
  readonly lines: string[];
  length: number;
}

/** Reads responses. */
export class DeckResponseReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #block: Block | undefined;

  constructor(private readonly onResponse: (response: DeckResponse) => void) {}

  /** Takes a part of what was sent. Returns why it can't be a response of a HyperDeck; undefined if it can. */
  read(chunk: Buffer): string | undefined {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const wrong = this.#readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (wrong !== undefined) return wrong;
    }
    return this.#rest.length > maxLineLength ? 'a line is too long' : undefined;
  }

  #readLine(line: string): string | undefined {
    if (line.length > maxLineLength) return 'a line is too long';
    return this.#block === undefined ? this.#begin(line) : this.#continue(line, this.#block);
  }

  #begin(line: string): string | undefined {
    if (line === '') return undefined;
    if (line === rejection) return 'it rejects the connection, because it serves other clients';
    const [, code, text = '', colon] = firstLine.exec(line) ?? [];
    if (code === undefined) return `it sent no response of a HyperDeck, but ${JSON.stringify(shortened(line))}`;
    const head = { code: Number(code), text };
    if (colon === ':') this.#block = { ...head, lines: [], length: 0 };
    else this.onResponse({ ...head, lines: [] });
    return undefined;
  }

  #continue(line: string, block: Block): string | undefined {
    block.length += line.length;
    if (block.length > maxBlockLength) return 'a response is too long';
    if (line !== '') {
      block.lines.push(line);
      return undefined;
    }
    this.#block = undefined;
    this.onResponse({ code: block.code, text: block.text, lines: block.lines });
    return undefined;
  }
}

/** Returns the fields of a block by their names. */
export const fieldsOf = ({ lines }: DeckResponse): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
