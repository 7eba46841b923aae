// One connection: well-framed requests in a pipeline, one that shows that each of them was read to its end, and a wild one.
import type { Socket } from 'node:net';
import { openSocket, rawRequest } from '../../adapters/http/raw-client.js';
import { sourceOf, type RandomSource } from '../random-source.js';
import { framedRequest, wildRequest, type FramedRequest } from './requests.js';
import { ResponseParser } from './responses.js';

/** The bytes that one connection sends. */
export interface Batch {
  /** The requests that must be answered, in order. */
  readonly framed: readonly FramedRequest[];
  /** Its bytes, as the packets in which they are sent. */
  readonly packets: readonly Buffer[];
}

/** What a connection received. */
export interface BatchResult {
  /** The statuses of all responses. */
  readonly statuses: readonly number[];
  /** What is wrong; undefined for nothing. */
  readonly violation: string | undefined;
  readonly tookMs: number;
}

/** Number of well-framed requests of a connection. */
const framedCount = 24;

/** Its answer shows that the server and the client agree where the requests before it end. */
const last: FramedRequest = { method: 'GET', bytes: rawRequest('GET', '/api/v2/plain/health') };

/** How long a connection may take, in milliseconds. Nothing here waits longer than the timeout of an action. */
const hangMs = 30_000;

const cut = (bytes: Buffer, random: RandomSource): readonly Buffer[] => {
  const at = random.oneIn(3) ? [random.below(bytes.length), random.below(bytes.length)].sort((a, b) => a - b) : [];
  const cuts = [0, ...at, bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
};

/** Returns one batch of a run. */
export const batchOf = (seed: number, index: number): Batch => {
  const random = sourceOf(seed, index);
  const framed = [...Array.from({ length: framedCount }, () => framedRequest(random)), last];
  const text = framed.map(({ bytes }) => bytes).join('') + wildRequest(random);
  return { framed, packets: cut(Buffer.from(text, 'latin1'), random) };
};

const statusesOf = ({ responses, laterStatuses }: ResponseParser): readonly number[] => [
  ...responses.map(({ status }) => status),
  ...laterStatuses,
];

const violationOf = ({ framed }: Batch, parser: ResponseParser, isOver: boolean): string | undefined => {
  const { responses } = parser;
  const statuses = statusesOf(parser);
  const failed = statuses.findIndex((status) => status >= 500);
  if (failed >= 0) return `response ${String(failed + 1)} has status ${String(statuses[failed])}`;
  if (!isOver) return `the connection is still open after ${String(hangMs)} ms`;
  if (responses.length < framed.length)
    return `${String(responses.length)} responses to ${String(framed.length)} well-framed requests`;
  const answer = responses[framed.length - 1];
  return answer?.status === 200 && answer.body === 'OK' ? undefined : 'the last well-framed request was misread';
};

/** Reads responses until the service closes the connection. Resolves with false if it doesn't. Rejects if they can't be read. */
const readToEnd = async (socket: Socket, parser: ResponseParser): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, hangMs, false);
  socket.on('data', (chunk) => {
    try {
      parser.read(chunk);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket
    .on('error', () => undefined)
    .once('close', () => {
      resolve(true);
    });
  return promise.finally(() => {
    clearTimeout(timer);
  });
};

/** Sends the packets of a batch on a connection of its own. Resolves with what is wrong. Never rejects. */
const exchangeBatch = async (port: number, batch: Batch, parser: ResponseParser): Promise<string | undefined> => {
  try {
    const socket = await openSocket(port);
    const ended = readToEnd(socket, parser);
    for (const packet of batch.packets) socket.write(packet);
    socket.end();
    return violationOf(batch, parser, await ended.finally(() => socket.destroy()));
  } catch (error) {
    return (error as Error).message;
  }
};

/** Sends a batch, half-closes the connection, and reads until the service closes it. Never rejects. */
export const sendBatch = async (port: number, batch: Batch): Promise<BatchResult> => {
  const parser = new ResponseParser(batch.framed.map(({ method }) => method));
  const startedAt = performance.now();
  const violation = await exchangeBatch(port, batch, parser);
  return { statuses: statusesOf(parser), violation, tookMs: performance.now() - startedAt };
};
