// Divides what vMix sends into responses: a line, which may announce a body by its length in bytes.
import { shortened } from '../../../application/connections/connection-log.js';

/** A response. `status` is `OK`, `ER`, or `body` if there is one. */
export interface VmixResponse {
  readonly command: string;
  readonly status: 'OK' | 'ER' | 'body';
  /** The rest of the line. */
  readonly message: string;
  /** Empty without a body. */
  readonly body: string;
}

/** The longest line and the longest body, in bytes. A vMix with 1,000 inputs has a state of about 1 MB. */
const maxLineBytes = 65_536;
const maxBodyBytes = 4 * 1_024 * 1_024;

interface Head extends Omit<VmixResponse, 'body'> {
  readonly bodyBytes: number;
}

const headOf = (line: string): Head | undefined => {
  const [command = '', given = '', ...words] = line.split(' ');
  const status = given.toUpperCase();
  const message = words.join(' ');
  if (!/^\w+$/.test(command)) return undefined;
  if (status === 'OK' || status === 'ER') return { command, status, message, bodyBytes: 0 };
  return /^\d{1,9}$/.test(status) ? { command, status: 'body', message, bodyBytes: Number(status) } : undefined;
};

/** Reads responses. */
export class ResponseReader {
  #received: Buffer[] = [];
  #length = 0;
  /** How much has to be received before anything can be read. */
  #needed = 1;
  #head: Head | undefined;

  constructor(private readonly onResponse: (response: VmixResponse) => void) {}

  /** Takes a part of what was sent. Returns why it can't be a response of vMix; undefined if it can. */
  read(chunk: Buffer): string | undefined {
    this.#received.push(chunk);
    this.#length += chunk.length;
    // Long bodies arrive in many parts, which are joined once.
    if (this.#length < this.#needed) return undefined;
    let rest: Buffer = Buffer.concat(this.#received);
    for (;;) {
      const read = this.#readOne(rest);
      if (typeof read === 'string') return read;
      if (read === undefined) break;
      rest = read;
    }
    this.#received = [rest];
    this.#length = rest.length;
    return undefined;
  }

  /** Reads a line or a body. Returns what follows, undefined if it is incomplete, or what is wrong. */
  #readOne(bytes: Buffer): Buffer | string | undefined {
    return this.#head === undefined ? this.#readLine(bytes) : this.#readBody(bytes, this.#head);
  }

  #readLine(bytes: Buffer): Buffer | string | undefined {
    const end = bytes.indexOf('\r\n');
    if (end > maxLineBytes || (end < 0 && bytes.length > maxLineBytes)) return 'a line is too long';
    this.#needed = bytes.length + 1;
    if (end < 0) return undefined;
    const line = bytes.toString('utf8', 0, end);
    const rest = bytes.subarray(end + 2);
    if (line === '') return rest;
    const head = headOf(line);
    if (head === undefined) return `it sent no response of vMix, but ${JSON.stringify(shortened(line))}`;
    if (head.bodyBytes > maxBodyBytes) return 'a response is too long';
    if (head.status === 'body') this.#head = head;
    else this.onResponse({ ...head, body: '' });
    return rest;
  }

  #readBody(bytes: Buffer, head: Head): Buffer | undefined {
    this.#needed = head.bodyBytes;
    if (bytes.length < head.bodyBytes) return undefined;
    this.#head = undefined;
    this.#needed = 1;
    this.onResponse({ ...head, body: bytes.toString('utf8', 0, head.bodyBytes) });
    return bytes.subarray(head.bodyBytes);
  }
}
