// Request bodies: read whole, up to a limit, as JSON.
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
  for await (const chunk of raw as AsyncIterable<Buffer>) {
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
