// The command that forgets the stored access configuration of the service in a data folder.
import { join } from 'node:path';
import { forgetConfiguration } from '../adapters/storage/configuration-file.js';
import { isFolderInUse } from '../adapters/storage/folder-in-use.js';
import type { CommandOutput } from './check.js';
import type { Settings } from './settings.js';

const describeError = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/**
 * Removes all copies of the access configuration, so that the service starts with the default one and accepts every
 * version of its console (CONFIG-12). Refuses while a service is running on the folder: it would store its own again.
 */
export const resetConfiguration = async ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<CommandOutput> => {
  const folder = join(DATA_DIR, 'service');
  if (await isFolderInUse(folder)) {
    const refusal = `reset-configuration: a service is running with ${folder}; stop it first, nothing is changed`;
    return { lines: [refusal], exitCode: 1 };
  }
  try {
    return (await forgetConfiguration(folder))
      ? { lines: [`the access configuration in ${folder} is forgotten; start the service again`], exitCode: 0 }
      : { lines: [`there is no access configuration in ${folder}`], exitCode: 0 };
  } catch (error) {
    return { lines: [`reset-configuration: ${folder} can't be changed (${describeError(error)})`], exitCode: 1 };
  }
};
