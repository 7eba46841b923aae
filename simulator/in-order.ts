// Answers the messages of a connection one after the other.
import type { Socket } from 'node:net';

/**
 * Returns a function that answers a message once those before are answered. A frozen device answers nothing until it goes on.
 * Messages that wait when the connection is closed are dropped, as equipment drops the input of a dead connection.
 */
export const inOrder = (socket: Pick<Socket, 'destroyed'>): ((answer: () => unknown) => void) => {
  let answered = Promise.resolve();
  return (answer) => {
    answered = answered.then(async () => {
      if (!socket.destroyed) await answer();
    });
  };
};
