// Serves functions out of a container, over a socket in a folder that the container shares with the tests: the
// networks of the scenarios carry nothing but what the scenarios send.
import { createServer } from 'node:net';
import { serveOver, type Functions } from '../remote.js';

/** What an agent says once it can be asked. */
export const ready = 'the agent is ready';

/** Serves at the socket that the environment names. */
export const serveHere = (functions: Functions): void => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    void serveOver(functions, socket, socket);
  });
  // The tests may run as somebody else than the container; nobody but they can enter the folder.
  const open = { path: process.env['OUTPOST'], readableAll: true, writableAll: true };
  server.listen(open, () => process.stdout.write(`${ready}\n`));
  process.once('SIGTERM', () => process.exit(0));
};
