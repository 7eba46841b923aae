// Sends the recorded calls again, over HTTP on loopback.
import type { ClientRequest, Server } from 'node:http';
import type { Socket } from 'node:net';
import { maxBodyBytes } from '../../../adapters/http/server/body.js';
import { withMadeSecrets } from '../../../simulator/session/aliases.js';
import type { CallLine, SteeringLine } from '../../../simulator/session/lines.js';
import { Agent, request } from '../../../simulator/node-http.js';

/** A call that was sent. Its answer is compared where it is written, and only read here. */
export interface SentCall {
  /** Resolves when the connection is closed, whatever the answer. */
  readonly closed: Promise<void>;
  readonly disconnect: () => void;
}

/** Shows each connection as one of the recorded caller: a replay has only this machine's address. */
export class CallerAddresses {
  #next: string | undefined;

  /** Shows the next connection as one from an address. */
  expect(address: string): void {
    this.#next = address;
  }

  readonly prepare = (server: Server): void => {
    server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: this.#next });
    });
  };
}

const followed = (sent: ClientRequest): SentCall => {
  sent.on('response', (response) => response.resume().on('error', () => undefined));
  sent.on('error', () => undefined);
  return {
    closed: new Promise((resolve) => {
      sent.once('close', resolve);
    }),
    disconnect: () => sent.destroy(),
  };
};

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

/** Sends a call of the service. */
export const sendCall = (port: number, { method, target, headers }: CallLine): SentCall => {
  const options = { host: '127.0.0.1', port, method, path: withMadeSecrets(target), agent, setHost: false };
  const sent = request({ ...options, headers: withSecrets(headers) });
  const length = Number(headers['content-length'] ?? 0);
  // The service refuses a longer body by its length alone.
  sent.end(Buffer.alloc(length > maxBodyBytes ? 0 : length, ' '));
  return followed(sent);
};

/** Sends a call of the steering API. */
export const sendSteering = (url: string, { method, target, body }: SteeringLine): SentCall => {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path: target, method, agent, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return followed(sent);
};
