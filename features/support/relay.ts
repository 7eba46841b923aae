// A relay between service and console that can be cut, and that can send messages instead of the console.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../test/support/loopback.js';

/** A relay that listens on loopback. */
export interface Relay {
  /** The address that the service connects to. */
  readonly url: string;
  /** Drops all connections, and refuses new ones. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** Returns the data of every configuration that the console has sent, oldest first. */
  readonly sent: () => readonly string[];
  /** Returns the data of every event that begins or ends a watch of calls, oldest first. */
  readonly watches: () => readonly string[];
  /** Sends an event with the kind of the console's last configuration on every open stream. Returns the number of streams. */
  readonly inject: (data: string) => number;
  /** Returns how many applied versions or rejections the service has reported. */
  readonly appliedReports: () => number;
  /** Forwards reports, but drops the console's responses to them. */
  readonly loseReportResponses: () => void;
  /** Returns every request of the service, such as `POST /sync/reports`, oldest first. */
  readonly requests: () => readonly string[];
  readonly close: () => Promise<void>;
}

interface Message {
  readonly lines: readonly string[];
  readonly data: string;
}

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

const readMessage = (text: string): Message => {
  const lines = text.split('\n');
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length).trimStart());
  return { lines: lines.filter((line) => !line.startsWith('data:')), data: data.join('\n') };
};

/** Passes each event of a stream to `onMessage`. */
const watch = (stream: IncomingMessage, onMessage: (message: Message) => void): void => {
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n\n');
    rest = parts.pop() ?? '';
    for (const message of parts.map(readMessage)) if (message.data !== '') onMessage(message);
  });
};

/** Opens a relay to a console; by default on a free port. */
export const openRelay = async (consoleUrl: string, ownPort = 0): Promise<Relay> => {
  const messages: Message[] = [];
  const watches: string[] = [];
  const streams = new Set<ServerResponse>();
  const requests: string[] = [];
  let isCut = false;
  let dropsReportResponses = false;

  const forward = (answer: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    if (isStream(answer)) {
      streams.add(response);
      watch(answer, (message) => {
        if (message.lines.includes('event: watch')) watches.push(message.data);
        if (message.lines.includes('event: configuration')) messages.push(message);
      });
      response.once('close', () => streams.delete(response));
    }
  };

  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    requests.push(`${method ?? ''} ${url ?? ''}`);
    const forwarded = request(new URL(url ?? '/', consoleUrl), { method: method ?? 'GET', headers });
    forwarded.on('response', (answer) => {
      if (dropsReportResponses && url === '/sync/reports') incoming.socket.destroy();
      else forward(answer, response);
    });
    forwarded.on('error', () => incoming.socket.destroy());
    response.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    if (isCut) socket.destroy();
  });

  const port = await listenOnLoopback(server, ownPort);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
      dropsReportResponses = false;
    },
    loseReportResponses: () => {
      dropsReportResponses = true;
    },
    sent: () => messages.map(({ data }) => data),
    watches: () => watches,
    inject: (data) => {
      const lines = messages.at(-1)?.lines.filter((line) => line !== '' && !line.startsWith(':')) ?? [];
      for (const stream of streams) stream.write(`${[...lines, `data: ${data}`].join('\n')}\n\n`);
      return streams.size;
    },
    appliedReports: () => requests.filter((one) => one === 'POST /sync/applied').length,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
