// A Panasonic camera made of texts. It shares no code with the driver or the simulated camera.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Returns the answer to the path of a request, or the status of an error; undefined for none. */
export type Answers = (path: string) => string | number | undefined;

/** An HTTP server with scripted answers. */
export interface CameraPeer {
  readonly port: number;
  /** The paths that were requested. */
  readonly paths: readonly string[];
  readonly answer: (answers: Answers) => void;
  /** Sends bytes, given as hexadecimal digits, to the port that asked for notifications, from an address of this host if given. */
  readonly notify: (hex: string, from?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a healthy camera answers to inquiries, and to recalls with the text given. */
export const answering =
  (recalled: string | undefined, panTilt = 'aPC80008000', zoom = 'gz555'): Answers =>
  (path) => {
    if (path.includes('cmd=%23APC')) return panTilt;
    if (path.includes('cmd=%23GZ')) return zoom;
    return path.includes('cmd=%23R') ? recalled : '';
  };

/**
 * The parts of a notification of an AW-UE80 around its size and its command, as recorded by
 * bitfocus/companion-module-panasonic-cameras (`src/__tests__/framing.test.js`): the camera's address, port and time.
 */
const recorded = { head: 'c0a80b2930be1a070e16030a00010080000000000001', afterSize: '01000000', tail: '00'.repeat(24) };

/** Returns the recorded notification with a command, and what fills it up. The recorded one is `lPC1`, with the size 0010. */
export const notificationHex = (command: string, padding = ''): string => {
  const contents = Buffer.from(`\r\n${command}\r\n${padding}`, 'latin1').toString('hex');
  const size = (contents.length / 2 + 8).toString(16).padStart(4, '0');
  return `${recorded.head}${size}${recorded.afterSize}${contents}${recorded.tail}`;
};

/** Returns a camera at a port; 0 for any. */
export const cameraPeer = async (first: Answers, port = 0): Promise<CameraPeer> => {
  const paths: string[] = [];
  let answers = first;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    const body = answers(path);
    if (body === undefined) return;
    if (typeof body === 'number') response.statusCode = body;
    response.end(typeof body === 'number' ? '' : body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    answer: (next) => {
      answers = next;
    },
    notify: async (hex, from) => {
      const [, terminal] =
        /my_port=([0-9]+)/.exec(paths.findLast((path) => path.includes('connect=start')) ?? '') ?? [];
      // The system has no port left after some 28,000 connections in a minute, unless it may choose the port by the destination.
      const local = from === undefined ? {} : { localAddress: from };
      const socket = connect({ port: Number(terminal), host: '127.0.0.1', ...local });
      socket.on('error', () => undefined);
      socket.end(Buffer.from(hex, 'hex'));
      await once(socket, 'close');
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
