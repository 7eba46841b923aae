// Faults that keep a part from starting, each told in one clear line.

/** A fault whose message is all that an operator needs to read. */
export class StartFault extends Error {}

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
    throw new StartFault(`${setting}: ${host} port ${String(port)} ${what}`);
  };
