// Network paths between service and console, for tests: a relay whose connections can freeze or break, and a proxy that
// buffers responses.
import { createServer as createHttpServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { listenOnLoopback } from '../../support/loopback.js';

/** A path that listens on loopback. */
interface NetworkPath {
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

/** A TCP relay. */
export interface TcpRelay extends NetworkPath {
  /** Stops forwarding on open connections without closing them; new ones work. */
  readonly freeze: () => void;
  /** Closes all connections, and refuses new ones until it is restored. */
  readonly cut: () => void;
  readonly restore: () => void;
}

/** Starts a relay to a port on loopback. */
export const tcpRelay = async (port: number): Promise<TcpRelay> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;

  const forward = (near: Socket): void => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const closeBoth = (): void => {
      for (const end of pair) end.destroy();
      pairs.delete(pair);
    };
    for (const end of pair) end.setNoDelay(true).on('error', closeBoth).on('close', closeBoth);
    near.pipe(far).pipe(near);
  };

  const server = createServer((near) => {
    if (isCut) near.destroy();
    else forward(near);
  });
  const cutAll = (): void => {
    for (const pair of pairs) for (const end of pair) end.destroy();
  };

  return {
    url: await listen(server),
    freeze: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    cut: () => {
      isCut = true;
      cutAll();
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      cutAll();
      return ended(server);
    },
  };
};

/** An HTTP proxy. */
export interface Proxy extends NetworkPath {
  /** Forwards responses without buffering, from the next request on. */
  readonly passStreams: () => void;
  /** All requests, such as `GET /sync/events`, oldest first. */
  readonly requests: readonly string[];
}

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Forwards a response once it is complete. */
const forwardBuffered = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readBody(answer);
  if (response.destroyed) return;
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.end(body);
};

const forwardStreaming = (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  return pipeline(answer, response);
};

/** Starts a proxy for a port on loopback that buffers every response until it is complete. */
export const bufferingProxy = async (port: number): Promise<Proxy> => {
  const requests: string[] = [];
  let forwardResponse = forwardBuffered;

  const server = createHttpServer((incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    requests.push(`${method} ${path}`);
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      void forwardResponse(answer, response).catch(() => response.destroy());
    });
    forwarded.on('error', () => response.destroy());
    response.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });

  return {
    url: await listen(server),
    passStreams: () => {
      forwardResponse = forwardStreaming;
    },
    requests,
    close: () => {
      server.closeAllConnections();
      return ended(server);
    },
  };
};
