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

/** The last document of a file that documents are appended to. */
export interface LastDocument {
  /** The document, or why the file has none. */
  readonly document: E.Either<string, unknown>;
  /** Whether another one follows that can't be used: a crash has cut it off. */
  readonly isCutOff: boolean;
}

/** Returns the documents of a file, each with its checksum: they are separated by line feeds, which JSON has none of. */
const blocksOf = (content: Buffer): readonly Buffer[] => {
  const lines = content.toString('latin1').split('\n');
  const starts = lines.flatMap((_, at) => (at % 2 === 0 ? [at] : []));
  return starts.map((at) => Buffer.from(lines.slice(at, at + 2).join('\n'), 'latin1'));
};

/** Returns the last document of a file that documents were appended to with a line feed before each. */
export const lastDocument = (found: FoundFile): LastDocument => {
  const blocks = Buffer.isBuffer(found) ? blocksOf(found) : [found];
  const documents = blocks.map(verifyChecksum);
  const last = documents.findLastIndex(E.isRight);
  const document = documents[Math.max(last, 0)] ?? E.left('it is empty');
  return { document, isCutOff: last >= 0 && last < documents.length - 1 };
};
