// Serves an agent's functions over a socket in a folder that the container shares with the tests, so that the networks
// carry only what the scenarios send.
import { createServer } from 'node:net';
import { serveOver, type Functions } from '../remote.js';

/** The line that an agent prints once it is ready. */
export const ready = 'the agent is ready';

/** Serves functions at the socket that the environment specifies. */
export const serveHere = (functions: Functions): void => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    void serveOver(functions, socket, socket);
  });
  // The tests may run as another user than the container; other users have no access to the folder.
  const open = { path: process.env['AGENT_SOCKET'], readableAll: true, writableAll: true };
  server.listen(open, () => process.stdout.write(`${ready}\n`));
  process.once('SIGTERM', () => process.exit(0));
};
