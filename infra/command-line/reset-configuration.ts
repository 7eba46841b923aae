// The command that forgets the stored access configuration of the service in a data folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { forgetConfiguration } from '../../adapters/storage/configuration-file.js';
import { lockFile, lockIn, LockRefused } from '../../adapters/storage/lock-file.js';
import type { CommandOutput } from '../studio-file/check.js';
import type { Settings } from '../settings/settings.js';

const describeError = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** Locks the folder of a service that has run before; a lock that is created here could belong to another user than the service. */
const lockExisting = (folder: string): (() => void) =>
  existsSync(lockIn(folder)) ? lockFile(lockIn(folder), `a service is running with ${folder}`) : () => undefined;

/**
 * Removes all copies of the access configuration, so that the service starts with the default one and accepts every
 * version of its console (CONFIG-12). Refuses while a service is running on the folder: it would store its own again.
 */
export const resetConfiguration = async ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<CommandOutput> => {
  const folder = join(DATA_DIR, 'service');
  let unlock = (): void => undefined;
  try {
    unlock = lockExisting(folder);
    return (await forgetConfiguration(folder))
      ? { lines: [`the access configuration in ${folder} is forgotten; start the service again`], exitCode: 0 }
      : { lines: [`there is no access configuration in ${folder}`], exitCode: 0 };
  } catch (error) {
    const refusal =
      error instanceof LockRefused
        ? `${error.message}; stop it first, nothing is changed`
        : `${folder} can't be changed (${describeError(error)})`;
    return { lines: [`reset-configuration: ${refusal}`], exitCode: 1 };
  } finally {
    unlock();
  }
};
