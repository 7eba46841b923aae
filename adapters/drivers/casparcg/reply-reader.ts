// Parses AMCP replies from a stream of bytes that may be split anywhere.
import { StringDecoder } from 'node:string_decoder';

/** One reply. */
export interface AmcpReply {
  /** Id of the request that it answers; undefined if it names none. */
  readonly id: string | undefined;
  /** Status code: 2xx for success; 4xx and 5xx for failure. */
  readonly code: number;
  /** The status as the server wrote it, such as `404 PLAY FAILED`. */
  readonly status: string;
  /** Requested data: XML, one line, or several lines separated by LF. Empty if the reply has none. */
  readonly data: string;
}

/** Maximum length of a reply, in characters. The state of a full channel takes about 50,000. */
export const maxReplyLength = 1_000_000;

const statusLine = /^(?:RES (\S+) )?((\d{3}) .*)$/;

/** Codes followed by one line of data, and the code followed by lines up to an empty one. Others have no data. */
const codesWithOneLine = new Set([201, 400]);
const codeWithList = 200;

interface PartialReply {
  readonly id: string | undefined;
  readonly code: number;
  readonly status: string;
  readonly lines: string[];
}

/** Takes bytes and passes on complete replies. */
export class ReplyReader {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #partial: PartialReply | undefined;
  #length = 0;

  constructor(
    private readonly onReply: (reply: AmcpReply) => void,
    private readonly maxLength = maxReplyLength,
  ) {}

  /** Throws when a reply exceeds the maximum length. The reader can't be used afterwards. */
  read(chunk: Buffer): void {
    this.#text += this.#decoder.write(chunk);
    this.#length += chunk.length;
    // Lines end with CRLF; a lone LF is part of the XML within a line.
    const lines = this.#text.split('\r\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
    if (this.#length > this.maxLength) throw new Error(`a reply is longer than ${String(this.maxLength)} characters`);
  }

  #readLine(line: string): void {
    if (this.#partial === undefined) this.#begin(line);
    else if (this.#partial.code === codeWithList && line !== '') this.#partial.lines.push(line);
    else this.#end(this.#partial, line);
  }

  #begin(line: string): void {
    const [, id, status = '', code = ''] = statusLine.exec(line) ?? [];
    this.#length = this.#text.length;
    // A line without a status is an echo or a reply to a command that this service didn't send.
    if (status === '') return;
    const reply = { id, code: Number(code), status };
    if (codesWithOneLine.has(reply.code) || reply.code === codeWithList) this.#partial = { ...reply, lines: [] };
    else this.onReply({ ...reply, data: '' });
  }

  #end({ lines, ...reply }: PartialReply, last: string): void {
    this.#partial = undefined;
    this.#length = this.#text.length;
    this.onReply({ ...reply, data: [...lines, last].join('\n').trim() });
  }
}
