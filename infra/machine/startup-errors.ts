// Errors that prevent a part from starting, each described in one line for the operator.

/** An error that is reported by its message alone, without a stack. */
export class StartupError extends Error {}

/** Returns what is printed about an error that ends a process: a `StartupError` without its stack. */
export const explanation = (error: unknown): string =>
  error instanceof StartupError ? error.message : String((error as Error).stack ?? error);

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** Returns a message that names an address and why listening there failed. */
export const listenProblem = (host: string, port: number, { code, message }: NodeJS.ErrnoException): string =>
  `${host} port ${String(port)} ${listenErrors[code ?? ''] ?? `can't be listened on (${code ?? message})`}`;

/** Throws a `StartupError` that names the setting, the address and why listening failed. */
export const cannotListen =
  (setting: string, host: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    throw new StartupError(`${setting}: ${listenProblem(host, port, error)}`);
  };

/** Whether a host of a setting or a URL is a loopback address. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
