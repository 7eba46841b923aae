// A caller that says exactly the octets it is told to, and hears exactly what comes back.
import { connect, type Socket } from 'node:net';

/** One answer as it came. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a conversation went. */
export interface Heard {
  readonly answers: readonly WireAnswer[];
  /** Whether the other end closed the connection, and didn't merely fall silent. */
  readonly closed: boolean;
  readonly tookMs: number;
}

/** Connects to a port of loopback. */
export const dial = (port: number): Promise<Socket> =>
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

/** Takes apart what was heard; answers to HEAD have to be asked for alone. */
export const readAnswers = (text: string): WireAnswer[] => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [, code = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
  if (code === '') throw new Error(`no answer: ${text.slice(0, 200)}`);
  const headers = headersOf(lines);
  const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0);
  const answer = { status: Number(code), headers, body: text.slice(end + 4, bodyEnd) };
  return [answer, ...readAnswers(text.slice(bodyEnd))];
};

/** Whether a text that begins with an answer ends with the end of one. */
const isWhole = (text: string): boolean => {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, bodyAt)) ?? [];
  const end = bodyAt + Number(length);
  return bodyAt > 3 && (text.length === end || (text.length > end && isWhole(text.slice(end))));
};

/** Says `octets` and listens until the other end closes or falls silent for `silenceMs`, or until enough was answered. */
export const converse = async (
  port: number,
  octets: string | Buffer,
  silenceMs = 300,
  enough = Infinity,
): Promise<Heard> => {
  const socket = await dial(port);
  const begunAt = performance.now();
  let text = '';
  const closed = await new Promise<boolean>((resolve) => {
    socket.setTimeout(silenceMs, () => {
      resolve(false);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (enough < Infinity && isWhole(text) && readAnswers(text).length >= enough) resolve(false);
    });
    socket.once('error', () => {
      resolve(true);
    });
    socket.once('close', () => {
      resolve(true);
    });
    socket.write(typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
  });
  socket.destroy();
  return { answers: readAnswers(text), closed, tookMs: performance.now() - begunAt };
};

/** A request as octets; with `Host`, unless the headers bring one. */
export const request = (method: string, target: string, headers: readonly string[] = [], body = ''): string =>
  [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n');

/** The only answer to a request. */
export const ask = async (port: number, octets: string, silenceMs = 2_000): Promise<WireAnswer> => {
  const { answers } = await converse(port, octets, silenceMs, 1);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) throw new Error(`${String(answers.length)} answers to ${octets}`);
  return answer;
};
