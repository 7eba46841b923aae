// Files that connections name by their path: secrets and certificates.
import { isAbsolute } from 'node:path';
import { refined, text } from '../../../domain/codec/codec.js';

/** The path of a file on this machine. */
export const FilePath = refined(
  text(1, 1_024),
  (path) => isAbsolute(path),
  'the absolute path of a file, such as /etc/studio-control/password',
);
