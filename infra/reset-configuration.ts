// The command that forgets the stored access configuration of the service in a data folder.
import { join } from 'node:path';
import { forgetConfiguration } from '../adapters/storage/configuration-file.js';
import type { CommandOutput } from './check.js';
import type { Settings } from './settings.js';

const describeError = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/**
 * Removes all copies of the access configuration, so that the service starts with the default one and accepts every
 * version of its console (CONFIG-12). A service that is running keeps its configuration until it is restarted.
 */
export const resetConfiguration = async ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<CommandOutput> => {
  const folder = join(DATA_DIR, 'service');
  try {
    return (await forgetConfiguration(folder))
      ? { lines: [`the access configuration in ${folder} is forgotten; start the service again`], exitCode: 0 }
      : { lines: [`there is no access configuration in ${folder}`], exitCode: 0 };
  } catch (error) {
    return { lines: [`reset-configuration: ${folder} can't be changed (${describeError(error)})`], exitCode: 1 };
  }
};
