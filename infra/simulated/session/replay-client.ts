// Sends the recorded calls again, over HTTP on loopback.
import type { ClientRequest, Server } from 'node:http';
import type { Socket } from 'node:net';
import { maxBodyBytes } from '../../../adapters/http/server/body.js';
import { withMadeSecrets } from '../../../simulator/session/aliases.js';
import type { CallLine, SteeringLine } from '../../../simulator/session/lines.js';
import { Agent, request } from '../../../simulator/node-http.js';

/** A call that was sent. Its answer is compared where it is written, and only read here. */
export interface SentCall {
  /** Resolves when the caller's end of the connection is closed, whatever the answer. */
  readonly closed: Promise<void>;
  /** Closes the connection. Resolves when the service has seen that. */
  readonly disconnect: () => Promise<void>;
}

/** Shows each connection as one of the recorded caller: a replay has only this machine's address. */
export class Callers {
  #next = { address: '', onGone: (): void => undefined };

  /** Shows the next connection as one from an address. Resolves when the service has seen its end. */
  expect(address: string): Promise<void> {
    return new Promise((resolve) => {
      this.#next = { address, onGone: resolve };
    });
  }

  readonly prepare = (server: Server): void => {
    server.prependListener('connection', (socket: Socket) => {
      const { address, onGone } = this.#next;
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      socket.once('close', onGone);
    });
  };
}

/** Reads the answer. Resolves when the connection is closed. */
const closed = (sent: ClientRequest): Promise<void> => {
  sent.on('response', (response) => response.resume().on('error', () => undefined));
  sent.on('error', () => undefined);
  return new Promise((resolve) => {
    sent.once('close', resolve);
  });
};

/** Resolves when a service that is down has refused the connection. */
const refused = (sent: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    sent.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') resolve();
    });
  });

/** One connection for each call. */
const agent = new Agent({ keepAlive: false });

/** Encodes the content of Basic, which recordings show as text. */
const authorizationOf = (text: string): string => {
  const [, user, password] = /^Basic ([^:]*):(.*)$/s.exec(text) ?? [];
  return user === undefined || password === undefined
    ? text
    : `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
};

/** Replaces the aliases in the headers that have them. The order stays, because it is recorded too. */
const withSecrets = (headers: CallLine['headers']): CallLine['headers'] => {
  const { authorization, 'idempotency-key': key } = headers;
  return {
    ...headers,
    ...(key !== undefined && { 'idempotency-key': withMadeSecrets(key) }),
    ...(authorization !== undefined && { authorization: authorizationOf(withMadeSecrets(authorization)) }),
  };
};

/** Sends a call of the service. `gone` resolves when the service has seen the end of its connection. */
export const sendCall = (port: number, { method, target, headers }: CallLine, gone: Promise<void>): SentCall => {
  const options = { host: '127.0.0.1', port, method, path: withMadeSecrets(target), agent, setHost: false };
  const sent = request({ ...options, headers: withSecrets(headers) });
  const length = Number(headers['content-length'] ?? 0);
  // The service refuses a longer body by its length alone.
  sent.end(Buffer.alloc(length > maxBodyBytes ? 0 : length, ' '));
  const isRefused = refused(sent);
  return {
    closed: closed(sent),
    disconnect: () => {
      sent.destroy();
      return Promise.race([gone, isRefused]);
    },
  };
};

/** Sends a call of the steering API. Resolves when its connection is closed. */
export const sendSteering = (url: string, { method, target, body }: SteeringLine): Promise<void> => {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path: target, method, agent, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return closed(sent);
};
