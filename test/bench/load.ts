// A load of keep-alive connections: each sends the next request as soon as it has the response.
import { connect, type Socket } from 'node:net';

/** What to request, and for how long. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  readonly forMs: number;
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      resolve(socket);
    }).once('error', reject);
  });

/** Returns the length of a whole response, in bytes. All responses to the same request have the same length. */
const lengthOf = (response: string): number => {
  const bodyAt = response.indexOf('\r\n\r\n') + 4;
  const [, length = ''] = /content-length: (\d+)/i.exec(response) ?? [];
  if (!response.startsWith('HTTP/1.1 200 ') || length === '') throw new Error(`not a countable response: ${response}`);
  return bodyAt + Number(length);
};

/** Sends requests on one connection until `isOver`. Returns the number of responses. */
const requestsOver = async (socket: Socket, request: string, isOver: () => boolean): Promise<number> => {
  let [responses, expected, received] = [0, 0, 0];
  socket.write(request);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    expected ||= lengthOf(chunk.toString('latin1'));
    received += chunk.length;
    if (received < expected) continue;
    received -= expected;
    responses += 1;
    if (isOver()) break;
    socket.write(request);
  }
  return responses;
};

/** Measures responses per second. */
export const throughput = async ({ port, path, connections, forMs }: Load): Promise<number> => {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n\r\n`;
  const begunAt = performance.now();
  const isOver = (): boolean => performance.now() - begunAt >= forMs;
  const responses = await Promise.all(sockets.map((socket) => requestsOver(socket, request, isOver)));
  const seconds = (performance.now() - begunAt) / 1_000;
  return responses.reduce((sum, count) => sum + count, 0) / seconds;
};
