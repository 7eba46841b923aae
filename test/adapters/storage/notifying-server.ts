// As much of PostgreSQL's protocol as a connection for notifications needs, without a database.
import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../support/loopback.js';

/** How a statement is answered: `broken` ends the connection instead. */
export type Answer = 'done' | 'refused' | 'nothing' | 'broken';

const message = (kind: string, content: string): Buffer => {
  const body = Buffer.from(content, 'utf8');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind, 'ascii'), length, body]);
};

const ready = message('Z', 'I');
const accepted = Buffer.concat([message('R', '\0\0\0\0'), ready]);
const done = Buffer.concat([message('C', 'LISTEN\0'), ready]);
const refused = Buffer.concat([message('E', 'SERROR\0C42501\0Mnot permitted\0\0'), ready]);
const notification = (channel: string, payload: string): Buffer => message('A', `\0\0\0\u0001${channel}\0${payload}\0`);

/** A server that accepts connections, and answers each statement as `answerTo` says. */
export interface NotifyingServer {
  readonly url: string;
  /** The number of connections that have been made. */
  readonly made: () => number;
  /** The number of open connections. */
  readonly open: () => number;
  readonly statements: readonly string[];
  /** Resolves at the next statement that begins so. */
  readonly next: (statement: string) => Promise<void>;
  /** Resolves when the next connection has ended. */
  readonly ended: () => Promise<unknown>;
  /** Notifies all connections. */
  readonly notify: (channel: string, payload: string) => void;
  readonly breakAll: () => void;
  readonly close: () => void;
}

/** Starts a server on the loopback interface. */
export const notifyingServer = async (
  answerTo: (statement: string) => Answer = () => 'done',
): Promise<NotifyingServer> => {
  const [sockets, statements, events] = [new Set<Socket>(), [] as string[], new EventEmitter()];
  let made = 0;

  const answer = (socket: Socket, statement: string): void => {
    const how = answerTo(statement);
    if (how === 'broken') socket.destroy();
    if (how === 'done') socket.write(done);
    if (how === 'refused') socket.write(refused);
    statements.push(statement);
    events.emit('statement', statement);
  };

  const receive = (socket: Socket, content: Buffer): void => {
    // A connection begins with a message without a kind.
    if (content[0] === 0) socket.write(accepted);
    if (String.fromCharCode(content[0] ?? 0) === 'Q') answer(socket, content.subarray(5, -1).toString('utf8'));
  };

  const server = createServer((socket) => {
    made += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      events.emit('ended');
    });
    socket.on('data', (content) => {
      receive(socket, content);
    });
  });
  const port = await listenOnLoopback(server);
  const next = async (beginning: string): Promise<void> => {
    const [statement] = (await once(events, 'statement')) as [string];
    if (!statement.startsWith(beginning)) await next(beginning);
  };
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgres://console:secret@127.0.0.1:${String(port)}/console`,
    made: () => made,
    open: () => sockets.size,
    statements,
    next,
    ended: () => once(events, 'ended'),
    notify: (channel, payload) => {
      for (const socket of sockets) socket.write(notification(channel, payload));
    },
    breakAll,
    close: () => {
      server.close();
      breakAll();
    },
  };
};
