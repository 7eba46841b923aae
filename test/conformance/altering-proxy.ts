// A proxy that changes one answer of a service: a copy of the service with a planted fault.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** Returns the body that a caller gets; the same body if the answer is not the one to change. */
export type Alter = (method: string, path: string, body: string) => string;

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

const pass = async (alter: Alter, from: IncomingMessage, answer: IncomingMessage, to: ServerResponse) => {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
  to.statusCode = answer.statusCode ?? 0;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) to.setHeader(name, value);
  if (isStream(answer)) {
    to.flushHeaders();
    answer.pipe(to);
  } else to.end(alter(from.method ?? '', from.url ?? '', await text(answer)));
};

/** A running proxy. */
export interface AlteringProxy {
  readonly url: string;
  readonly close: () => void;
}

/** Starts a proxy before the service at `target` on a free port of loopback. */
export const alteringProxy = async (target: string, alter: Alter): Promise<AlteringProxy> => {
  const server = createServer((from, to) => {
    const { method, headers, url = '' } = from;
    const sent = request(new URL(url, target), { method, headers }, (answer) => {
      pass(alter, from, answer, to).catch(() => to.destroy());
    });
    sent.on('error', () => to.destroy());
    to.on('close', () => sent.destroy());
    from.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
