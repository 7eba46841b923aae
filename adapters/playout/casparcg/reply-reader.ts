// Reads what a CasparCG server says: replies of AMCP out of bytes that arrive in any pieces.
import { StringDecoder } from 'node:string_decoder';

/** One reply. */
export interface AmcpReply {
  /** The id of the request that it answers; undefined where it names none. */
  readonly id: string | undefined;
  /** 2xx for done; 4xx and 5xx for not. */
  readonly code: number;
  /** What it says of itself, as in `404 PLAY FAILED`. */
  readonly status: string;
  /** What was asked for: XML, a line, or lines with LF between. */
  readonly data: string;
}

/** How much a reply may hold, characters. The state of a full channel takes about 50,000. */
export const longestReply = 1_000_000;

const statusLine = /^(?:RES (\S+) )?((\d{3}) .*)$/;

/** How the data of a reply ends, by its code; the other codes have none. */
const oneDatum = new Set([201, 400]);
const listUntilEmptyLine = 200;

interface Open {
  readonly id: string | undefined;
  readonly code: number;
  readonly status: string;
  readonly lines: string[];
}

/** Takes bytes and tells whole replies. */
export class ReplyReader {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #open: Open | undefined;
  #length = 0;

  constructor(private readonly heard: (reply: AmcpReply) => void) {}

  /** Throws where a reply is longer than any reply is; nothing more can be read then. */
  read(chunk: Buffer): void {
    this.#text += this.#decoder.write(chunk);
    this.#length += chunk.length;
    // Lines end in CRLF; a lone LF is part of the XML within one.
    const lines = this.#text.split('\r\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    if (this.#length > longestReply) throw new Error(`a reply of more than ${String(longestReply)} characters`);
  }

  #line(line: string): void {
    if (this.#open === undefined) this.#begin(line);
    else if (this.#open.code === listUntilEmptyLine && line !== '') this.#open.lines.push(line);
    else this.#end(this.#open, line);
  }

  #begin(line: string): void {
    const [, id, status = '', code = ''] = statusLine.exec(line) ?? [];
    this.#length = this.#text.length;
    // What isn't a status is an echo of something that nobody here has asked for.
    if (status === '') return;
    const reply = { id, code: Number(code), status };
    if (oneDatum.has(reply.code) || reply.code === listUntilEmptyLine) this.#open = { ...reply, lines: [] };
    else this.heard({ ...reply, data: '' });
  }

  #end({ lines, ...reply }: Open, last: string): void {
    this.#open = undefined;
    this.#length = this.#text.length;
    this.heard({ ...reply, data: [...lines, last].join('\n').trim() });
  }
}
