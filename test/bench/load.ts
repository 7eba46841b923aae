// A load: connections that are kept alive, each asking again as soon as it is answered.
import { connect, type Socket } from 'node:net';

/** What is asked of whom, and for how long. */
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

/** Octets of a whole answer; every further answer to the same question has as many. */
const lengthOf = (answer: string): number => {
  const bodyAt = answer.indexOf('\r\n\r\n') + 4;
  const [, length = ''] = /content-length: (\d+)/i.exec(answer) ?? [];
  if (!answer.startsWith('HTTP/1.1 200 ') || length === '') throw new Error(`no answer to count: ${answer}`);
  return bodyAt + Number(length);
};

/** Asks on one connection until it is told to end; gives how many answers came. */
const askOver = async (socket: Socket, question: string, isOver: () => boolean): Promise<number> => {
  let [answers, expected, heard] = [0, 0, 0];
  socket.write(question);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    expected ||= lengthOf(chunk.toString('latin1'));
    heard += chunk.length;
    if (heard < expected) continue;
    heard -= expected;
    answers += 1;
    if (isOver()) break;
    socket.write(question);
  }
  return answers;
};

/** Answers per second. */
export const throughput = async ({ port, path, connections, forMs }: Load): Promise<number> => {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const question = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n\r\n`;
  const begunAt = performance.now();
  const isOver = (): boolean => performance.now() - begunAt >= forMs;
  const answers = await Promise.all(sockets.map((socket) => askOver(socket, question, isOver)));
  const seconds = (performance.now() - begunAt) / 1_000;
  return answers.reduce((sum, count) => sum + count, 0) / seconds;
};
