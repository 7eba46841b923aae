// Shows other processes that a folder is in use, by a socket in it that answers as long as the process lives.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

const socketIn = (folder: string): string => join(folder, 'in-use');

/** Whether a running process has marked the folder. */
export const isFolderInUse = async (folder: string): Promise<boolean> => {
  const connection = connect(socketIn(folder));
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
};

/**
 * Marks a folder as in use until the process ends. Replaces the mark of a process that has ended. Rejects if the folder is
 * marked, or if it can hold no socket, as with a path of more than about 100 characters. Returns a function that removes
 * the mark.
 */
export const markFolderInUse = async (folder: string): Promise<() => void> => {
  if (!(await isFolderInUse(folder))) await rm(socketIn(folder), { force: true });
  const server = createServer((connection) => connection.destroy());
  server.on('error', () => undefined);
  server.listen(socketIn(folder)).unref();
  await once(server, 'listening');
  return () => {
    server.close();
  };
};
