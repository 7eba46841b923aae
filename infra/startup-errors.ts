// Faults that keep a part from starting, each told in one clear line.

import { join } from 'node:path';
import { disk } from '../adapters/storage/durable-files.js';

/** A fault whose message is all that an operator needs to read. */
export class StartupError extends Error {}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** Turns a failure to listen into a line that names the setting, the address and what is wrong with it. */
export const cannotListen =
  (setting: string, host: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    const what = listenFaults[error.code ?? ''] ?? `can't be listened on (${error.code ?? error.message})`;
    throw new StartupError(`${setting}: ${host} port ${String(port)} ${what}`);
  };

/** A folder of its own in `DATA_DIR` for a part; made where it isn't there yet. */
export const usableFolder = async (dataFolder: string, part: string): Promise<string> => {
  const folder = join(dataFolder, part);
  await disk.makeFolder(folder).catch((error: unknown) => {
    throw new StartupError(`DATA_DIR: ${folder} can't be used (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  });
  return folder;
};

/** Whether a host, as a setting or a URL tells it, is this machine alone. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
