// The way between service and console, made of a relay that can be cut, and that can put words in the console's mouth.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A relay that listens on loopback. */
export interface Relay {
  /** Where the service has to call. */
  readonly url: string;
  /** Drops every connection and takes none. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** The data of every event the console has sent, oldest first. */
  readonly sent: () => readonly string[];
  /** Sends data of the console's last event's kind on every open stream; tells how many there were. */
  readonly inject: (data: string) => number;
  /** How often the service has told something back. */
  readonly told: () => number;
  /** Lets reports through, but not the console's answers to them. */
  readonly loseAnswersToReports: () => void;
  /** Every request that the service has made, as `POST /sync/reports`, oldest first. */
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

/** Tells each event that goes by. */
const watch = (stream: IncomingMessage, seen: (message: Message) => void): void => {
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n\n');
    rest = parts.pop() ?? '';
    for (const message of parts.map(readMessage)) if (message.data !== '') seen(message);
  });
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Opens a relay to a console, on a port that is free unless one is told. */
export const openRelay = async (consoleUrl: string, ownPort = 0): Promise<Relay> => {
  const messages: Message[] = [];
  const streams = new Set<ServerResponse>();
  const requests: string[] = [];
  let broken = false;
  let losesAnswers = false;

  const passBack = (answer: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    if (isStream(answer)) {
      streams.add(response);
      watch(answer, (message) => messages.push(message));
      response.once('close', () => streams.delete(response));
    }
  };

  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    requests.push(`${method ?? ''} ${url ?? ''}`);
    const onward = request(new URL(url ?? '/', consoleUrl), { method: method ?? 'GET', headers });
    onward.on('response', (answer) => {
      if (losesAnswers && url === '/sync/reports') incoming.socket.destroy();
      else passBack(answer, response);
    });
    onward.on('error', () => incoming.socket.destroy());
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (broken) socket.destroy();
  });

  const port = await listen(server, ownPort);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    cut: () => {
      broken = true;
      server.closeAllConnections();
    },
    mend: () => {
      broken = false;
      losesAnswers = false;
    },
    loseAnswersToReports: () => {
      losesAnswers = true;
    },
    sent: () => messages.map(({ data }) => data),
    inject: (data) => {
      const lines = messages.at(-1)?.lines.filter((line) => line !== '' && !line.startsWith(':')) ?? [];
      for (const stream of streams) stream.write(`${[...lines, `data: ${data}`].join('\n')}\n\n`);
      return streams.size;
    },
    told: () => requests.filter((one) => one === 'POST /sync/applied').length,
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
