// The login of PJLink, the protocol of projectors: a greeting, whose answer stands before the first command.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { quotedText } from '../shared/tcp-link.js';

/** Whether a message refuses the password. It answers the first command. */
export const isRefusedPassword = (message: string): boolean => /^PJLINK ERRA$/i.test(message);

/**
 * Returns what stands before the first command: nothing, or the digest of the password and the number of the greeting. Fails with why
 * nothing can be sent.
 */
export const pjlinkLogin = (greeting: string, password: string | undefined): E.Either<string, string> => {
  if (/^PJLINK 0$/i.test(greeting)) return E.right('');
  const [, random] = /^PJLINK 1 (\S+)$/i.exec(greeting) ?? [];
  if (random === undefined)
    return E.left(
      isRefusedPassword(greeting)
        ? 'it refuses the password'
        : `it greets by ${quotedText(greeting) ?? ''}, which is not PJLink`,
    );
  if (password === undefined) return E.left('it asks for a password: add passwordFile');
  return E.right(createHash('md5').update(`${random}${password}`).digest('hex'));
};
