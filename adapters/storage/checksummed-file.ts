// The format of files on disk: JSON after its checksum, so that truncated or corrupted copies are detected.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { FoundFile } from './durable-files.js';

const checksum = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const checksumLength = 64;

const headerOf = (json: Buffer): Buffer => Buffer.from(`${checksum(json)}\n`, 'ascii');

/** Returns the SHA-256 of the JSON in hexadecimal digits, a line feed, and the JSON. */
export const withChecksum = (document: object): Buffer => {
  const json = Buffer.from(JSON.stringify(document), 'utf8');
  return Buffer.concat([headerOf(json), json]);
};

/** Returns the document in a file, or why the file can't be used. */
export const verifyChecksum = (found: FoundFile): E.Either<string, unknown> => {
  if (found === 'missing') return E.left('it is missing');
  if (found === 'unreadable') return E.left('it cannot be read');
  const json = found.subarray(checksumLength + 1);
  if (!found.subarray(0, checksumLength + 1).equals(headerOf(json))) return E.left('its checksum is wrong');
  return E.tryCatch(
    () => JSON.parse(json.toString('utf8')) as unknown,
    () => 'it is not JSON',
  );
};
