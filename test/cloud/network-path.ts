// The way between service and console, as networks make it: a cable that can go dead without a word, and a proxy that
// passes nothing on before it has all of it.
import { createServer as createHttpServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { listenOnLoopback } from '../support/loopback.js';

/** A way that listens on loopback. */
interface Way {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const listen = async (server: Server): Promise<string> => `http://127.0.0.1:${String(await listenOnLoopback(server))}`;

const ended = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

/** A cable. */
export interface Cable extends Way {
  /** Lets nothing more through on the connections there are, and tells neither end; new ones get through. */
  readonly goDead: () => void;
  /** Ends the connections there are, and takes no more until it is mended. */
  readonly cut: () => void;
  readonly mend: () => void;
}

/** Lays a cable to a port on loopback. */
export const cable = async (port: number): Promise<Cable> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;

  const join = (near: Socket): void => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const over = (): void => {
      for (const end of pair) end.destroy();
      pairs.delete(pair);
    };
    for (const end of pair) end.on('error', over).on('close', over);
    near.pipe(far).pipe(near);
  };

  const server = createServer((near) => {
    if (isCut) near.destroy();
    else join(near);
  });
  const cutAll = (): void => {
    for (const pair of pairs) for (const end of pair) end.destroy();
  };

  return {
    url: await listen(server),
    goDead: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    cut: () => {
      isCut = true;
      cutAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      cutAll();
      return ended(server);
    },
  };
};

/** A proxy. */
export interface Proxy extends Way {
  /** Passes everything on as it comes, from the next request on. */
  readonly passStreams: () => void;
  /** Every request that came, as `GET /sync/events`, oldest first. */
  readonly requests: readonly string[];
}

const whole = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Passes an answer on once all of it is here. */
const passWhole = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await whole(answer);
  if (response.destroyed) return;
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.end(body);
};

const passAtOnce = (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  return pipeline(answer, response);
};

/** Sets up a proxy before a port on loopback, that holds every answer back until it is whole. */
export const bufferingProxy = async (port: number): Promise<Proxy> => {
  const requests: string[] = [];
  let passBack = passWhole;

  const server = createHttpServer((incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    requests.push(`${method} ${path}`);
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      void passBack(answer, response).catch(() => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });

  return {
    url: await listen(server),
    passStreams: () => {
      passBack = passAtOnce;
    },
    requests,
    close: () => {
      server.closeAllConnections();
      return ended(server);
    },
  };
};
