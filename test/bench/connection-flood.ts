// Floods a server from one address, in a process of its own. Arguments: port, number of connections, address, and the shape
// of the flood. Prints a line once half of the connections were opened.
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';

const [port, count, localAddress, shape] = process.argv.slice(2) as [string, string, string, ShapeName];

setPriority(constants.priority.PRIORITY_NORMAL);

/** What each connection of a flood does. */
interface Shape {
  /** Milliseconds until a closed connection is opened again. */
  readonly pauseMs: number;
  /** The requests that are sent together, again once all are answered; none are sent by default. */
  readonly requests?: readonly string[];
  readonly readsAnswers?: boolean;
}

const targetLength = 8_000;

/** A request that is admitted nowhere but on public routes: a proxy has passed it on. */
const strangers = (method: string, target: string, ...headers: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', 'Via: 1.1 proxy', ...headers, '', ''].join('\r\n');

const repeated = (requests: readonly string[], times: number): readonly string[] =>
  Array.from({ length: times }, () => requests).flat();

const longTargets = ['/api/v2/signals?&', '/%25', '/a%25/'].map((start) =>
  strangers('GET', start + start.slice(-3).repeat(targetLength / 3)),
);

const document = '/api/v2/openapi.json';

const shapes = {
  hold: { pauseMs: 1_000 },
  reconnect: { pauseMs: 0 },
  documents: { pauseMs: 0, requests: repeated([strangers('HEAD', document)], 400) },
  targets: { pauseMs: 0, requests: repeated(longTargets, 3).slice(0, 8) },
  unread: { pauseMs: 1_000, requests: repeated([strangers('GET', document)], 16), readsAnswers: false },
  refused: { pauseMs: 50, requests: [strangers('GET', '/api/v2/signals', 'Connection: close')] },
} satisfies Readonly<Record<string, Shape>>;

/** The names of the shapes. */
export type ShapeName = keyof typeof shapes;

const { pauseMs, requests, readsAnswers = true }: Shape = shapes[shape];

/** How many connections are opened between two turns of the event loop. */
const batch = 50;

let [opened, closed] = [0, 0];

/** The ports to connect from, each in turn: the kernel's own search for a free one is slow when many are in use. */
const [firstPort, lastPort] = [5_000, 65_000];
let localPort = firstPort;

/** The start of every answer: the length of the status line is the same. */
const answerStart = /HTTP\/1\.1 \d{3} /g;

const flood = (socket: Socket, together: readonly string[]): void => {
  const bytes = together.join('');
  let unanswered = together.length;
  socket.write(bytes);
  if (!readsAnswers) return;
  socket.on('data', (chunk) => {
    unanswered -= chunk.toString('latin1').match(answerStart)?.length ?? 0;
    if (unanswered > 0) return;
    unanswered = together.length;
    socket.write(bytes);
  });
};

const host = localAddress.startsWith('127.') ? '127.0.0.1' : localAddress;

const open = (): void => {
  localPort = localPort === lastPort ? firstPort : localPort + 1;
  const socket = connect({ port: Number(port), host, localAddress, localPort });
  socket.on('connect', () => {
    opened += 1;
    if (requests !== undefined) flood(socket, requests);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed += 1;
    setTimeout(open, pauseMs);
  });
};

const openFrom = (at: number): void => {
  for (let next = at; next < Math.min(at + batch, Number(count)); next += 1) open();
  if (at + batch < Number(count)) setImmediate(openFrom, at + batch);
};
openFrom(0);

// Connections that wait in the backlog count as opened here.
const report = setInterval(() => {
  if (opened < Number(count) / 2) return;
  clearInterval(report);
  process.stdout.write('flooding\n');
}, 100);

process.stdin
  .on('data', () => process.stdout.write(`${JSON.stringify({ opened, closed })}\n`))
  .on('end', () => {
    process.exit(0);
  });
