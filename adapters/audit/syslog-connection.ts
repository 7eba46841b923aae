// One connection to a syslog receiver over TLS.
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';

/** A syslog receiver. */
export interface SyslogReceiver {
  readonly host: string;
  readonly port: number;
  /** PEM certificates of the authorities to trust; default: those of the process. */
  readonly authorities?: readonly string[] | undefined;
}

/** An open connection. */
export interface SyslogConnection {
  /** Resolves when the text was handed to the network. Rejects when the connection is lost, or hangs for 30 s. */
  readonly send: (text: string) => Promise<void>;
  /** Resolves when the connection is lost. */
  readonly lost: Promise<unknown>;
  readonly close: () => void;
}

/** How long connecting may take, and how long a connection may accept nothing, in milliseconds. */
const hangMs = 30_000;

const keepAliveMs = 30_000;

const open = async (socket: TLSSocket): Promise<void> => {
  const timeout = (): void => void socket.destroy(new Error('the receiver did not answer in time'));
  socket.setTimeout(hangMs, timeout);
  await once(socket, 'secureConnect');
  socket.setTimeout(0).off('timeout', timeout);
};

/** Writes a text; destroys the connection if it doesn't accept it in time. */
const write = (socket: TLSSocket, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('the receiver accepts nothing')), hangMs);
    socket.write(text, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });

/** Connects. Rejects if the receiver can't be reached, or if its certificate is not valid for the host. */
export const connectSyslog = async ({ host, port, authorities }: SyslogReceiver): Promise<SyslogConnection> => {
  const socket = connect({
    host,
    port,
    ...(authorities !== undefined && { ca: [...authorities] }),
    rejectUnauthorized: true,
  });
  const lost = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  // What a receiver sends is of no interest, but unread it would hide the end of the connection.
  socket.resume();
  await open(socket);
  socket.setKeepAlive(true, keepAliveMs);
  return {
    send: (text) => write(socket, text),
    lost,
    close: () => socket.end(),
  };
};
