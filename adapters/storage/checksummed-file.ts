// A document as it lies on disk: JSON under its checksum, so that a copy that isn't whole is never believed.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { FoundFile } from './durable-files.js';

const checksum = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const checksumLength = 64;

const headOf = (json: Buffer): Buffer => Buffer.from(`${checksum(json)}\n`, 'ascii');

/** The SHA-256 of the JSON in hexadecimal digits, a line feed, the JSON. */
export const withChecksum = (document: object): Buffer => {
  const json = Buffer.from(JSON.stringify(document), 'utf8');
  return Buffer.concat([headOf(json), json]);
};

/** What was sealed, or why a file doesn't hold it. */
export const verifyChecksum = (found: FoundFile): E.Either<string, unknown> => {
  if (found === 'missing') return E.left('it is missing');
  if (found === 'unreadable') return E.left('it cannot be read');
  const json = found.subarray(checksumLength + 1);
  return found.subarray(0, checksumLength + 1).equals(headOf(json))
    ? E.tryCatch(
        () => JSON.parse(json.toString('utf8')) as unknown,
        () => 'it is not JSON',
      )
    : E.left('its checksum is wrong');
};
