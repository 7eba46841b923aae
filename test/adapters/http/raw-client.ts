// A client that sends raw bytes and returns the raw responses.
import { connect, type Socket } from 'node:net';

/** One response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of sending bytes over one connection. */
export interface Exchange {
  readonly responses: readonly RawResponse[];
  /** Whether the server closed the connection, as opposed to a timeout. */
  readonly closed: boolean;
  readonly tookMs: number;
}

/** Connects to a port of loopback. */
export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      resolve(socket);
    });
    socket.once('error', reject);
  });

const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );

/** Parses received responses. A response to HEAD can only be the last one. */
export const parseResponses = (text: string): RawResponse[] => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [, code = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
  if (code === '') throw new Error(`not a response: ${text.slice(0, 200)}`);
  const headers = headersOf(lines);
  const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0);
  const response = { status: Number(code), headers, body: text.slice(end + 4, bodyEnd) };
  return [response, ...parseResponses(text.slice(bodyEnd))];
};

/** Whether a text consists of complete responses. */
const isComplete = (text: string): boolean => {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, bodyAt)) ?? [];
  const end = bodyAt + Number(length);
  return bodyAt > 3 && (text.length === end || (text.length > end && isComplete(text.slice(end))));
};

/** A port of loopback, or a function that connects. */
export type Target = number | (() => Promise<Socket>);

/** Sends bytes and reads until the server closes, sends nothing for `silenceMs`, or has sent `enough` responses. */
export const exchange = async (
  target: Target,
  bytes: string | Buffer,
  silenceMs = 300,
  enough = Infinity,
): Promise<Exchange> => {
  const socket = typeof target === 'number' ? await openSocket(target) : await target();
  const startedAt = performance.now();
  let text = '';
  const closed = await new Promise<boolean>((resolve) => {
    socket.setTimeout(silenceMs, () => {
      resolve(false);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (enough < Infinity && isComplete(text) && parseResponses(text).length >= enough) resolve(false);
    });
    socket.once('error', () => {
      resolve(true);
    });
    socket.once('close', () => {
      resolve(true);
    });
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
  socket.destroy();
  return { responses: parseResponses(text), closed, tookMs: performance.now() - startedAt };
};

/** Returns the text of a request, with the header `Host`. */
export const rawRequest = (method: string, target: string, headers: readonly string[] = [], body = ''): string =>
  [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n');

/** Sends a request and returns its only response. */
export const send = async (target: Target, bytes: string, silenceMs = 2_000): Promise<RawResponse> => {
  const { responses } = await exchange(target, bytes, silenceMs, 1);
  const [response] = responses;
  if (response === undefined || responses.length > 1)
    throw new Error(`${String(responses.length)} responses to ${bytes}`);
  return response;
};
