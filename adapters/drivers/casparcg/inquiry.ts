// A short connection to a CasparCG server: asks one thing after the other, each once, and never reconnects.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { visible } from '../../../domain/codec/codec.js';
import type { ServerAddress } from './connection.js';
import { ReplyReader, type AmcpReply } from './reply-reader.js';

/** The reply, or why there is none: a clause of which the server is the subject. */
export type InquiryResult = E.Either<string, AmcpReply>;

/** Maximum length of a reply, in characters. A list of 100,000 files takes about 8 million. */
const maxReplyLength = 20_000_000;

/** Maximum length of a quoted reply in a message, in characters. */
const maxQuotedLength = 80;

const connectProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection: no server listens there',
  ENOTFOUND: 'is an unknown host name',
  EAI_AGAIN: 'is a host name that can not be looked up now',
  EHOSTUNREACH: 'can not be reached from this machine',
  ENETUNREACH: 'can not be reached from this machine',
};

const seconds = (ms: number): string => `${String(ms / 1_000)} s`;

const quoted = (text: string): string => {
  const [line = ''] = text.split(/\r?\n/, 1);
  return JSON.stringify(visible(line.slice(0, maxQuotedLength)));
};

/** An open connection. */
export class Inquiry {
  readonly #replies = new ReplyReader((reply) => {
    if (reply.id === String(this.#lastRequest)) this.#settle(E.right(reply));
  }, maxReplyLength);
  #lastRequest = 0;
  #firstText = '';
  #settle: (result: InquiryResult) => void = () => undefined;

  constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#read(chunk);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#settle(E.left('closed the connection without a reply'));
    });
  }

  /** Sends a command and waits for its reply for up to `timeoutMs` milliseconds. */
  async ask(command: string, timeoutMs: number): Promise<InquiryResult> {
    this.#lastRequest += 1;
    const { promise, resolve } = Promise.withResolvers<InquiryResult>();
    this.#settle = resolve;
    const timer = setTimeout(() => {
      resolve(E.left(`did not reply to ${command} within ${seconds(timeoutMs)}`));
    }, timeoutMs);
    if (this.socket.destroyed) resolve(E.left('closed the connection without a reply'));
    else this.socket.write(`REQ ${String(this.#lastRequest)} ${command}\r\n`);
    return promise.finally(() => {
      clearTimeout(timer);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#firstText.length < maxQuotedLength) this.#firstText += chunk.toString();
    if (!'RES '.startsWith(this.#firstText.slice(0, 4)))
      this.#settle(E.left(`is not a CasparCG server: it sent ${quoted(this.#firstText)}`));
    try {
      this.#replies.read(chunk);
    } catch (error) {
      this.#settle(E.left(`sent too much: ${(error as Error).message}`));
      this.socket.destroy();
    }
  }
}

/** Connects within `timeoutMs` milliseconds, or returns why that failed: a clause of which the server is the subject. */
export const openInquiry = async (address: ServerAddress, timeoutMs: number): Promise<E.Either<string, Inquiry>> => {
  const socket = connect({ ...address, noDelay: true });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
    return E.right(new Inquiry(socket));
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    const { code = '', name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') return E.left(`did not accept a connection within ${seconds(timeoutMs)}`);
    return E.left(connectProblems[code] ?? `can not be connected to (${code})`);
  }
};
