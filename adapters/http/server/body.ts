// Request bodies: read whole, up to a limit, as JSON.
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { HttpRequest } from './request.js';

/** The longest body that is read, octets. */
export const bodyLimit = 1_048_576;

const tooLong = failure('invalid_parameter', `body: expected at most ${String(bodyLimit)} octets`);
const notJson = failure('invalid_parameter', 'body: expected a JSON object as application/json');

const collect = async ({ raw }: HttpRequest): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not destroy the request: its answer goes over the same connection.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parse = (text: string): E.Either<Failure, unknown> =>
  E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => notJson,
  );

/** Reads the body as JSON, or says what is wrong with it. Only `application/json` counts: no form of a foreign page sends that. */
export const readJson = async (request: HttpRequest): Promise<E.Either<Failure, unknown>> => {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return E.left(notJson);
  const body = await collect(request);
  return body === undefined ? E.left(tooLong) : parse(body.toString('utf8'));
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** How reading away a body ended: it is all here, it is too long, or its caller went away on the way. */
export type Dropped = 'whole' | 'too long' | 'broken off';

const readAway = (raw: IncomingMessage): Promise<Dropped> =>
  new Promise((resolve) => {
    let length = 0;
    raw.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyLimit) resolve('too long');
    });
    raw.once('end', () => {
      resolve('whole');
    });
    raw.once('close', () => {
      resolve('broken off');
    });
    raw.once('error', () => {
      resolve('broken off');
    });
  });

/** Reads a body away, where there is one. What goes on beyond the limit is read away too, and kept nowhere. */
export const dropBody = (raw: IncomingMessage): Promise<Dropped> | undefined =>
  hasBody(raw) ? readAway(raw) : undefined;
