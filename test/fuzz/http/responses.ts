// Parses pipelined responses while they arrive.

/** One final response. Interim responses such as `100 Continue` are skipped. */
export interface ParsedResponse {
  readonly status: number;
  readonly body: string;
}

const statusLine = /^HTTP\/1\.1 (\d{3}) /;
const lengthHeader = /\r\ncontent-length: (\d+)/i;

/** Length of a body, in bytes. */
const lengthIn = (head: string): number => Number(lengthHeader.exec(head)?.[1] ?? 0);

/** Throws if a head is none of a response. */
const statusIn = (head: string): number => {
  const status = statusLine.exec(head)?.[1];
  if (status === undefined) throw new Error(`not a response: ${head.slice(0, 200)}`);
  return Number(status);
};

const hasNoBody = (status: number, method: string): boolean =>
  method === 'HEAD' || status < 200 || status === 204 || status === 304;

const anyStatusLine = /^HTTP\/1\.1 (\d{3}) /gm;

/** Takes the bytes of one connection. `methods` are those of its well-framed requests, in order. */
export class ResponseParser {
  /** The responses to the well-framed requests. */
  readonly responses: ParsedResponse[] = [];
  #rest = '';

  constructor(private readonly methods: readonly string[]) {}

  /** The statuses of further responses. Where these end depends on requests that aren't known. */
  get laterStatuses(): readonly number[] {
    if (this.responses.length < this.methods.length) return [];
    const statuses = [...this.#rest.matchAll(anyStatusLine)].map(([, status]) => Number(status));
    return statuses.filter((status) => status >= 200);
  }

  /** Throws if the bytes aren't HTTP responses. */
  read(chunk: Buffer): void {
    this.#rest += chunk.toString('latin1');
    while (this.#readOne());
  }

  /** Reads one response. Returns false if none is complete, or all have been read. */
  #readOne(): boolean {
    const method = this.methods[this.responses.length];
    if (method === undefined) return false;
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#rest.slice(0, end);
    const status = statusIn(head);
    const length = hasNoBody(status, method) ? 0 : lengthIn(head);
    if (this.#rest.length < end + 4 + length) return false;
    if (status >= 200) this.responses.push({ status, body: this.#rest.slice(end + 4, end + 4 + length) });
    this.#rest = this.#rest.slice(end + 4 + length);
    return true;
  }
}
