// Files that the studio file names by their path: secrets and certificates.
import { field, refined, text } from '../codec/codec.js';

/** The path of a file on this machine. */
export const FilePath = refined(
  text(1, 1_024),
  (path) => path.startsWith('/'),
  'the absolute path of a file, such as /etc/studio-control/password',
);

/** The file with the certificates of the authorities to trust. */
export const CaFile = field(
  FilePath,
  "Absolute path of the file with the certificates to trust, PEM; the system's if left out",
);

/** The file with the password. */
export const PasswordFile = field(
  FilePath,
  'Absolute path of the file with the password. It is read at each connection',
);
