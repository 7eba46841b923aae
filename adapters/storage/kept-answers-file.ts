// The answers to calls with idempotency keys on disk: a checksummed file that is written when the service stops.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { KeptAnswersFile } from '../../application/ports/kept-answers-file.js';
import type { Log } from '../../application/ports/log.js';
import { redactTokens } from '../../domain/access/redaction.js';
import { decodeOrMessage } from '../../domain/codec/issues.js';
import { KeptAnswer } from '../../domain/kept-answer.js';
import { verifyChecksum, withChecksum } from './checksummed-file.js';
import { disk, readIfPresent, replaceFile, setAside, type DiskOperations, type FoundFile } from './durable-files.js';

/** The dependencies of the file. */
export interface KeptAnswersFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  /** The answers of another studio aren't used. */
  readonly studioId: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
}

const fileName = 'kept-answers';

const Document = t.type({ studioId: t.string, answers: t.readonlyArray(KeptAnswer) });

const read = (found: FoundFile, studioId: string): E.Either<string, readonly KeptAnswer[]> => {
  const document = verifyChecksum(found);
  if (E.isLeft(document)) return document;
  const decoded = decodeOrMessage(Document, document.right);
  if (E.isLeft(decoded)) return decoded;
  return decoded.right.studioId === studioId ? E.right(decoded.right.answers) : E.left("it is another studio's");
};

/** An answer may repeat what the caller sent. */
const withoutTokens = (answers: readonly KeptAnswer[]): unknown =>
  JSON.parse(
    JSON.stringify(answers, (_name, value: unknown) => (typeof value === 'string' ? redactTokens(value) : value)),
  );

/** Stores the answers in a folder. */
export const keptAnswersFile = ({ folder, studioId, log, operations = disk }: KeptAnswersFileDeps): KeptAnswersFile => {
  const path = join(folder, fileName);
  return {
    load: async () => {
      const found = await readIfPresent(operations, path);
      if (found === 'missing') return [];
      const answers = read(found, studioId);
      if (E.isRight(answers)) return answers.right;
      const message = 'the stored idempotency keys can not be used and are forgotten';
      await setAside({ operations, log, path, found, fault: answers.left, message });
      return [];
    },
    save: async (answers) => {
      if (answers.length === 0 && (await readIfPresent(operations, path)) === 'missing') return;
      const content = withChecksum({ studioId, answers: withoutTokens(answers) });
      await replaceFile(operations, path, content).catch((error: unknown) => {
        const message = 'the idempotency keys could not be stored; after the next start they are forgotten';
        log.error(message, { path, error });
      });
    },
  };
};
