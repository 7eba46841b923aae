// Requests of a service of a fleet, over sockets of its own. With `fetch`, a service at rest takes half as much processor time again,
// which leaves less of the machine to the consoles.
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { ConsoleAccess } from '../../adapters/cloud/console-client.js';

/** How a service reaches the consoles. */
export interface LightFetchOptions {
  /** The IP address to which every host name leads. */
  readonly address: string;
  /** What is trusted over TLS; shared by all services, because each one takes memory. */
  readonly trust?: SecureContext | undefined;
}

/** Statuses without a body. */
const isEmpty = (status: number): boolean => status === 204 || status === 304;

const responseOf = (message: IncomingMessage): Response => {
  const { statusCode: status = 0 } = message;
  const headers = { 'content-type': message.headers['content-type'] ?? '' };
  if (!isEmpty(status)) return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
};

/** Creates the function that sends the requests of one service. */
export const lightFetch = ({ address, trust }: LightFetchOptions): NonNullable<ConsoleAccess['fetch']> => {
  const lookup: LookupFunction = (_name, { all }, callBack) => {
    if (all === true) callBack(null, [{ address, family: 4 }]);
    else callBack(null, address, 4);
  };
  const transport =
    trust === undefined
      ? { send: requestHttp, agent: new HttpAgent({ keepAlive: true }) }
      : { send: requestHttps, agent: new HttpsAgent({ keepAlive: true, secureContext: trust }) };
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = { method, headers: headers as Record<string, string>, lookup, agent: transport.agent };
      const request = transport.send(url, { ...sent, ...(signal && { signal }) }, (message) => {
        resolve(responseOf(message));
      });
      request.on('error', reject);
      request.end(body as string | undefined);
    });
};
