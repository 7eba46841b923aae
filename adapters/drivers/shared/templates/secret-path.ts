// Files with secrets, which connections name by their path.
import { isAbsolute } from 'node:path';
import * as t from 'io-ts';
import { refined } from '../../../../domain/codec/codec.js';

/** The path of a file that contains a secret. */
export const SecretPath = refined(
  t.string,
  (path) => path.length <= 1_024 && isAbsolute(path),
  'the absolute path of a file that contains the secret',
);
