// Records the answer of a call as the service writes it.
import { isUtf8 } from 'node:buffer';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { redactTokens } from '../../../domain/access/redaction.js';
import type { RecordedBody } from '../../../simulator/session/lines.js';
import type { Session } from './session.js';

/** A response, by the methods that write it. */
interface Writable {
  writeHead: (status: number, headers?: OutgoingHttpHeaders) => unknown;
  flushHeaders: () => void;
  write: (chunk: string | Buffer) => boolean;
  end: (chunk?: string | Buffer) => unknown;
}

/** The metrics of the process, such as its memory, differ in every run. */
const variesByProcess = /\/metrics(?:\?|$)/;

const bodyOf = (chunk: string | Buffer): RecordedBody => {
  const bytes = Buffer.from(chunk);
  return isUtf8(bytes) ? { body: redactTokens(bytes.toString('utf8')) } : { base64: bytes.toString('base64') };
};

const textsOf = (headers: OutgoingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactTokens(String(value))]));

const withoutLength = ({ 'Content-Length': _, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders => headers;

/** Records one answer: a line for the whole of it, or, for a stream, a line for each part. */
class RecordedAnswer {
  #status = 200;
  #headers: OutgoingHttpHeaders = {};
  #isStream = false;
  #isOver = false;

  constructor(
    private readonly call: number,
    private readonly target: string,
    private readonly session: Session,
  ) {}

  head(status: number, headers: OutgoingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  begin(): void {
    if (this.#isStream || this.#isOver) return;
    this.#isStream = true;
    const { call: answer, session } = this;
    session.line({ answer, status: this.#status, headers: textsOf(this.#headers), stream: true });
  }

  part(chunk: string | Buffer): void {
    this.begin();
    if (!this.#isOver) this.session.line({ part: this.call, ...bodyOf(chunk) });
  }

  /** Ends the record: the caller receives nothing more. */
  disconnect(): void {
    if (!this.#isOver) this.session.line({ disconnect: this.call });
    this.#isOver = true;
  }

  end(chunk: string | Buffer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { call: answer, session } = this;
    if (this.#isStream) {
      session.line({ ended: answer });
      return;
    }
    const varies = this.#status === 200 && variesByProcess.test(this.target);
    const headers = textsOf(varies ? withoutLength(this.#headers) : this.#headers);
    session.line({ answer, status: this.#status, headers, ...(varies ? { body: null } : bodyOf(chunk)) });
  }
}

/** Records what is written to a response, and a caller that disconnects before. */
export const recordAnswer = (response: ServerResponse, call: number, target: string, session: Session): void => {
  const answer = new RecordedAnswer(call, target, session);
  const writable = response as unknown as Writable;
  const { writeHead, flushHeaders, write, end } = writable;
  writable.writeHead = (status, headers = {}) => {
    answer.head(status, headers);
    return writeHead.call(response, status, headers);
  };
  writable.flushHeaders = () => {
    answer.begin();
    flushHeaders.call(response);
  };
  writable.write = (chunk) => {
    answer.part(chunk);
    return write.call(response, chunk);
  };
  writable.end = (chunk = '') => {
    answer.end(chunk);
    return end.call(response, chunk);
  };
  const { socket } = response;
  const disconnect = (): void => {
    answer.disconnect();
  };
  // A caller that half-closes its connection is gone too.
  socket?.once('end', disconnect);
  response.once('close', () => {
    socket?.off('end', disconnect);
    disconnect();
  });
};
