// The baseline of the sync benchmark: one value, pushed by server-sent events over the same HTTP stack. POST changes it
// at the pusher. GET reads it at a follower, which takes the pusher's URL as its argument.
import { readFileSync } from 'node:fs';
import { Server as SecureServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createParser } from 'eventsource-parser';
import { eventStream, type EventStream } from '../../adapters/http/server/event-stream.js';
import { jsonReply } from '../../adapters/http/server/reply.js';
import { createHttpServer, type Handler } from '../../adapters/http/server/server.js';

const { CONSOLE_TLS_CERT: cert, CONSOLE_TLS_KEY: key, CONSOLE_CA: ca } = process.env;
const [, , pusher] = process.argv;
const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const streams = new Set<EventStream>();
let value = 0;

const push = (): void => {
  value += 1;
  for (const { send } of streams) send({ event: 'value', data: value });
};

const answer: Handler = ({ method }) => {
  if (method === 'POST') push();
  return jsonReply(200, { value });
};

const stream: Handler = () =>
  eventStream((opened) => {
    streams.add(opened);
    return () => void streams.delete(opened);
  });

const follow = async (url: string): Promise<void> => {
  if (ca !== undefined) setDefaultCACertificates([...getCACertificates('default'), readFileSync(ca, 'utf8')]);
  const parser = createParser({ onEvent: ({ data }) => (value = Number(data)) });
  const decoder = new TextDecoder();
  const { body } = await fetch(`${url}/events`);
  for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
};

const certificate =
  pusher !== undefined || cert === undefined || key === undefined
    ? undefined
    : { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
const routes = new Map([
  ['/value', answer],
  ['/events', stream],
]);
const server = createHttpServer({ routes, fallback: answer, certificate, log });
const { port } = await server.listen(0, '127.0.0.1');
if (pusher !== undefined) void follow(pusher);
const scheme = server.node instanceof SecureServer ? 'https' : 'http';
process.stdout.write(`bare push  ${scheme}://127.0.0.1:${String(port)}\n`);
