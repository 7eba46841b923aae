// The folder of everything that is stored: created for its owner only, and reported if other users can write to it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { disk } from '../../adapters/storage/durable-files.js';
import { secretFile, type SecretFile } from '../../adapters/storage/secret-file.js';
import type { Log } from '../../application/ports/log.js';
import { markDataFormat } from './data-format.js';
import { StartupError } from './startup-errors.js';

const writableByOthers = 0o022;

/** Folders that were reported already: the parts of one process share `DATA_DIR`. */
const reported = new Set<string>();

/** Whether a user beside this one and root can replace files in a folder. */
const isShared = async (folder: string): Promise<boolean> => {
  const { mode, uid } = await stat(folder);
  return (mode & writableByOthers) !== 0 || ![0, process.geteuid?.() ?? uid].includes(uid);
};

const reportIfShared = async (folder: string, log: Log): Promise<void> => {
  if (reported.has(folder) || !(await isShared(folder))) return;
  reported.add(folder);
  log.warn('DATA_DIR: other users can replace the stored files; expected a folder of this user with mode 0700', {
    folder,
  });
};

const unusable =
  (path: string) =>
  (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`DATA_DIR: ${path} can't be used (${code ?? 'unknown'})`);
  };

/** The data folders of this process whose format was checked, by their path. */
const checked = new Map<string, Promise<void>>();

const checkFormatOnce = (dataFolder: string, log: Log): Promise<void> => {
  const checking = checked.get(dataFolder) ?? markDataFormat(dataFolder, log);
  checked.set(dataFolder, checking);
  return checking;
};

/**
 * Returns a part's folder in `DATA_DIR`; creates it with mode 0700 if necessary. Logs a warning for each of the two that
 * other users can write to. Rejects with a `StartupError` if the folder can't be used, or is of a newer program (START-15).
 */
export const usableFolder = async (dataFolder: string, part: string, log: Log): Promise<string> => {
  const folder = join(dataFolder, part);
  await disk.makeFolder(folder).catch(unusable(folder));
  for (const path of [dataFolder, folder]) await reportIfShared(path, log);
  await checkFormatOnce(dataFolder, log);
  return folder;
};

/** Returns the file of a secret in `DATA_DIR`. Reading and writing reject with a `StartupError`. */
export const usableSecretFile = (dataFolder: string, name: string): SecretFile => {
  const file = secretFile(dataFolder, name);
  const explain = (error: unknown): never => {
    throw new StartupError(`DATA_DIR: ${(error as Error).message}`);
  };
  return {
    ...file,
    read: () => file.read().catch(explain),
    write: (secret) => file.write(secret).catch(explain),
  };
};
