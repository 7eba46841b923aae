// Errors that prevent a part from starting, each described in one line for the operator.
import { join } from 'node:path';
import { disk } from '../adapters/storage/durable-files.js';

/** An error that is reported by its message alone, without a stack. */
export class StartupError extends Error {}

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** Throws a `StartupError` that names the setting, the address and why listening failed. */
export const cannotListen =
  (setting: string, host: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    const problem = listenErrors[error.code ?? ''] ?? `can't be listened on (${error.code ?? error.message})`;
    throw new StartupError(`${setting}: ${host} port ${String(port)} ${problem}`);
  };

/** Returns a part's folder in `DATA_DIR`; creates it if necessary. Rejects with a `StartupError` if it can't. */
export const usableFolder = async (dataFolder: string, part: string): Promise<string> => {
  const folder = join(dataFolder, part);
  await disk.makeFolder(folder).catch((error: unknown) => {
    throw new StartupError(`DATA_DIR: ${folder} can't be used (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  });
  return folder;
};

/** Whether a host of a setting or a URL is a loopback address. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
