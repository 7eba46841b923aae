// Request bodies: reads them as JSON or discards them, up to a maximum length.
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { invalid, type Failure } from '../../../domain/failure.js';
import type { HttpRequest } from './request.js';

/** Longest accepted body, in bytes. */
export const maxBodyBytes = 1_048_576;

const tooLong = (maxBytes: number) => invalid([{ path: 'body', expected: `at most ${String(maxBytes)} bytes` }]);
const notJson = invalid([{ path: 'body', expected: 'a JSON object as application/json' }]);

const collect = async ({ raw }: HttpRequest, maxBytes: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not destroy the request: its response uses the same connection.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parse = (text: string): E.Either<Failure, unknown> =>
  E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => notJson,
  );

/** Reads the body as JSON. Only `application/json` is accepted: HTML forms of other sites can't send it. */
export const readJson = async (request: HttpRequest, maxBytes = maxBodyBytes): Promise<E.Either<Failure, unknown>> => {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return E.left(notJson);
  const body = await collect(request, maxBytes);
  return body === undefined ? E.left(tooLong(maxBytes)) : parse(body.toString('utf8'));
};

/** Whether a request has a body, by its headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** How discarding a body ended; `aborted` when the client disconnected first. */
export type DiscardOutcome = 'complete' | 'too-long' | 'aborted';

const discard = (raw: IncomingMessage): Promise<DiscardOutcome> =>
  new Promise((resolve) => {
    let length = 0;
    raw.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) resolve('too-long');
    });
    raw.once('end', () => {
      resolve('complete');
    });
    raw.once('close', () => {
      resolve('aborted');
    });
    raw.once('error', () => {
      resolve('aborted');
    });
  });

/** Reads and discards the body, or returns undefined without one. Bytes beyond the maximum are discarded too. */
export const discardBody = (raw: IncomingMessage): Promise<DiscardOutcome> | undefined =>
  hasBody(raw) ? discard(raw) : undefined;
