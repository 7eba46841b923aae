// Sends the recorded calls again, over HTTP on loopback.
import { Agent, request, type ClientRequest, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { withMadeSecrets } from '../../../simulator/session/aliases.js';
import type { CallLine, SteeringLine } from '../../../simulator/session/lines.js';

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

/** Sends a call of the service. */
export const sendCall = (port: number, { method, target, headers }: CallLine): SentCall => {
  const { authorization, ...others } = headers;
  const credentials =
    authorization === undefined ? {} : { authorization: authorizationOf(withMadeSecrets(authorization)) };
  const options = { host: '127.0.0.1', port, method, path: withMadeSecrets(target), agent, setHost: false };
  const sent = request({ ...options, headers: { ...others, ...credentials } });
  sent.end(Buffer.alloc(Number(headers['content-length'] ?? 0), ' '));
  return followed(sent);
};

/** Encodes the content of Basic, which recordings show as text. */
const authorizationOf = (text: string): string => {
  const [, user, password] = /^Basic ([^:]*):(.*)$/s.exec(text) ?? [];
  return user === undefined || password === undefined
    ? text
    : `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
};

/** Sends a call of the steering API. */
export const sendSteering = (url: string, { method, target, body }: SteeringLine): SentCall => {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const sent = request(new URL(target, url), { method, agent, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return followed(sent);
};
