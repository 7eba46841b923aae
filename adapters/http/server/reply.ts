// A reply as handlers make it: plain values, written in one go with the headers that every answer carries.
import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';

/** One answer. */
export interface HttpReply {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  /** The whole body, or what writes it bit by bit once the head is out. */
  readonly body: string | Buffer | ((response: ServerResponse) => void);
}

/** Headers of every answer (decisions, part 2). */
const everyAnswer: OutgoingHttpHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const mayHaveBody = (status: number): boolean => status !== 204 && status !== 304;

const lengthOf = (body: string | Buffer, status: number): OutgoingHttpHeaders =>
  mayHaveBody(status) ? { 'Content-Length': Buffer.byteLength(body) } : {};

/** Writes an answer. A socket that is gone by now takes nothing and breaks nothing. */
export const writeReply = (response: ServerResponse, { status, headers, body }: HttpReply): void => {
  if (response.headersSent || response.destroyed) return;
  if (typeof body === 'function') {
    response.writeHead(status, { ...everyAnswer, ...headers });
    body(response);
    return;
  }
  response.writeHead(status, { ...everyAnswer, ...lengthOf(body, status), ...headers });
  response.end(mayHaveBody(status) ? body : undefined);
};

/** An answer as the octets of a connection's last word, for callers that never got as far as a response. */
export const serializeReply = ({ status, headers, body }: HttpReply, isHead: boolean): string => {
  const text = typeof body === 'function' ? '' : body.toString();
  const all = { ...everyAnswer, ...lengthOf(text, status), ...headers, Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${isHead ? '' : text}`;
};

/** A JSON answer. */
export const jsonReply = (status: number, value: unknown, headers: OutgoingHttpHeaders = {}): HttpReply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

/** A plain-text answer; the text is the whole body, nothing is added. */
export const textReply = (status: number, text: string, headers: OutgoingHttpHeaders = {}): HttpReply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body: text,
});
