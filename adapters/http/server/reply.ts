// Replies of handlers: plain values, written together with the headers that every response carries.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { maxReportedIssues, type Issue } from '../../../domain/codec/issues.js';
import { statusText } from './status-text.js';

/** One reply. */
export interface HttpReply {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  /** The whole body, or a function that writes it after the head was sent. */
  readonly body: string | Buffer | ((response: ServerResponse) => void);
  /** Whether the caller has authenticated, so that connections are reserved for its address. */
  readonly isCallerKnown?: boolean;
  /** Called once when the response was handed to the network, or its connection is closed. */
  readonly onDelivered?: (() => void) | undefined;
}

/** Headers of every response (HEADER-1, HEADER-2). */
const commonHeaders: OutgoingHttpHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const mayHaveBody = (status: number): boolean => status !== 204 && status !== 304;

const lengthOf = (body: string | Buffer, status: number): OutgoingHttpHeaders =>
  mayHaveBody(status) ? { 'Content-Length': Buffer.byteLength(body) } : {};

/** Writes a reply. Does nothing when the head was sent already or the socket is closed. */
export const writeReply = (response: ServerResponse, { status, headers, body }: HttpReply): void => {
  if (response.headersSent || response.destroyed) return;
  if (typeof body === 'function') {
    response.writeHead(status, { ...commonHeaders, ...headers });
    body(response);
    return;
  }
  response.writeHead(status, { ...commonHeaders, ...lengthOf(body, status), ...headers });
  response.end(mayHaveBody(status) ? body : undefined);
};

/** Serializes the final reply of a connection, for requests without a `ServerResponse`. Adds `Connection: close`. */
export const serializeReply = ({ status, headers, body }: HttpReply, isHead: boolean): string => {
  const text = typeof body === 'function' ? '' : body.toString();
  const all = { ...commonHeaders, ...lengthOf(text, status), ...headers, Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 ${String(status)} ${statusText(status)}\r\n${lines.join('')}\r\n${isHead ? '' : text}`;
};

/** A reply whose body is a text. */
export interface TextReply extends HttpReply {
  readonly body: string;
}

/** Returns a reply with its text encoded, to be sent again and again: the length of a long text takes long to count. */
export const storedReply = (reply: TextReply): HttpReply => ({ ...reply, body: Buffer.from(reply.body) });

/** Returns a JSON reply. */
export const jsonReply = (status: number, value: unknown, headers: OutgoingHttpHeaders = {}): TextReply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

/** The fields of a failure that its body shows. */
interface ShownFailure {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** Returns the body of a failure, with what is wrong with each field if it is known: as many issues as the message lists. */
export const failureBody = ({ code, message, issues = [] }: ShownFailure): Readonly<Record<string, unknown>> => ({
  ok: false,
  error: code,
  message,
  ...(issues.length > 0 && { issues: issues.slice(0, maxReportedIssues) }),
});

/** Returns a plain-text reply. The text is the whole body, without a trailing newline. */
export const textReply = (status: number, text: string, headers: OutgoingHttpHeaders = {}): HttpReply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body: text,
});
