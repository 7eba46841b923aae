// Divides what a device sends into messages, each of which ends with a delimiter.
import { StringDecoder } from 'node:string_decoder';

/** The longest message, in characters. */
const maxLength = 65_536;

/** Reads messages. */
export class MessageReader {
  #rest = '';
  readonly #decoder: StringDecoder;

  constructor(
    private readonly delimiter: string,
    encoding: BufferEncoding,
    private readonly onMessage: (text: string) => void,
  ) {
    this.#decoder = new StringDecoder(encoding);
  }

  /** Takes a part of what was sent. Returns false if a message is too long. */
  read(chunk: Buffer): boolean {
    const parts = (this.#rest + this.#decoder.write(chunk)).split(this.delimiter);
    this.#rest = parts.pop() ?? '';
    const isBounded = this.#rest.length <= maxLength && parts.every(({ length }) => length <= maxLength);
    if (isBounded) for (const part of parts) this.onMessage(part.trim());
    return isBounded;
  }
}
