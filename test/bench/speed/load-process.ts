// The process that makes the load: keep-alive connections over raw sockets, each with one request at a time. A library for HTTP
// would need more processor time than the servers that are measured.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A load. */
export interface Load {
  readonly port: number;
  /** The address that the connections come from. */
  readonly from: string;
  /** The heads of the requests, which each connection sends in turn. Their responses all have the same length. */
  readonly requests: readonly string[];
  /** The status of every response. */
  readonly status: number;
  readonly connections: number;
  readonly forMs: number;
}

/** What the load has received. Times from a request to its whole response are in milliseconds. */
export interface Received {
  readonly responses: number;
  readonly seconds: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The most times that are kept, of all connections together; later ones take the places of the first. */
const mostTimes = 1_000_000;
const times = new Float64Array(mostTimes);

/** Returns the length of a whole response, in bytes. Throws if the status is another one. */
const lengthOf = (response: string, status: number): number => {
  const [, length] = /content-length: (\d+)/i.exec(response) ?? [];
  if (!response.startsWith(`HTTP/1.1 ${String(status)} `) || length === undefined)
    throw new Error(`expected status ${String(status)} and Content-Length: ${response}`);
  return response.indexOf('\r\n\r\n') + 4 + Number(length);
};

const open = async ({ port, from }: Load): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  await once(socket, 'connect');
  return socket;
};

const percentile = (count: number, part: number): number => {
  const sorted = times.subarray(0, Math.min(count, mostTimes)).toSorted();
  return sorted[Math.floor(sorted.length * part)] ?? NaN;
};

/** Returns the function that sends requests on a connection until a time. Resolves with the last response. */
const requester = (socket: Socket, { requests, status }: Load, onResponse: (tookMs: number) => void) => {
  let [expected, received, sentAt, next, endsAt] = [0, 0, 0, 0, 0];
  let end = (): void => undefined;
  const send = (): void => {
    sentAt = performance.now();
    socket.write(requests[next] ?? '');
    next = (next + 1) % requests.length;
  };
  socket.on('data', (chunk) => {
    expected ||= lengthOf(chunk.toString('latin1'), status);
    received += chunk.length;
    if (received < expected) return;
    received = 0;
    const now = performance.now();
    onResponse(now - sentAt);
    if (now < endsAt) send();
    else end();
  });
  return (endsAtMs: number): Promise<void> => {
    endsAt = endsAtMs;
    return new Promise((resolve) => {
      end = resolve;
      send();
    });
  };
};

const report = (message: Received | 'ready' | 'closed'): void => void process.send?.(message);

/** Opens connections and sends a request on each, then sends requests on all of them until the time is over. */
const run = async (load: Load): Promise<void> => {
  let count = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load)));
  const requesters = sockets.map((socket) =>
    requester(socket, load, (tookMs) => {
      times[count % mostTimes] = tookMs;
      count += 1;
    }),
  );
  await Promise.all(requesters.map((request) => request(0)));
  report('ready');
  await once(process, 'message');
  count = 0;
  const beganAt = performance.now();
  await Promise.all(requesters.map((request) => request(beganAt + load.forMs)));
  const seconds = (performance.now() - beganAt) / 1_000;
  report({ responses: count, seconds, medianMs: percentile(count, 0.5), p99Ms: percentile(count, 0.99) });
  await Promise.all(sockets.map((socket) => once(socket.end(), 'close')));
  report('closed');
};

process.on('message', (message: Load | 'go') => {
  if (message !== 'go') void run(message);
});
