// A receiver of webhooks on 127.0.0.1 that fails in the ways in which real ones do. It keeps the messages that it has accepted.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from './loopback.js';

/** A secret of 24 bytes, as its file has it. */
export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A message as the receiver has it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly seconds: number;
  readonly signatures: readonly string[];
  readonly isSigned: boolean;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** The library of the service's servers changes what `writeHead` returns. */
const reply = (response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, headers);
  response.end();
};

/** What receivers do with a message in place of 204. Those that read it have it, although they don't accept it. */
export const receiverFaults = {
  'answers 500': (_, response) => {
    reply(response, 500);
  },
  'answers 400': (_, response) => {
    reply(response, 400);
  },
  'answers 410': (_, response) => {
    reply(response, 410);
  },
  'answers 429': (_, response) => {
    reply(response, 429, { 'retry-after': '0' });
  },
  'answers 302': (_, response) => {
    reply(response, 302, { location: '/elsewhere' });
  },
  'never answers': () => undefined,
  'resets the connection': (request) => void request.socket.resetAndDestroy(),
  'ends the connection': (request) => void request.socket.end(),
  'answers what is no HTTP': (request) => void request.socket.end('hello\r\n\r\n'),
  'sends a head without an end': (request) => {
    const { socket } = request;
    socket.write('HTTP/1.1 2');
  },
} as const satisfies Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;

/** Answers that accept a message, although their bodies are none that a sender should read. */
export const receiverOddities = {
  'answers slowly without an end': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => {
      clearInterval(timer);
    });
  },
  'answers without an end': (_, response) => {
    response.writeHead(200);
    const more = (): void => void (response.writable && response.write(Buffer.alloc(65_536), more));
    more();
  },
} as const satisfies Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;

export type ReceiverFault = keyof typeof receiverFaults;
export type ReceiverOddity = keyof typeof receiverOddities;

/** What the receiver does with a message: a fault, an odd acceptance, or undefined to accept it. */
export type Behaviour = (message: ReceivedMessage) => ReceiverFault | ReceiverOddity | undefined;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const messageOf = ({ headers }: IncomingMessage, text: string, secret: string): ReceivedMessage => {
  const [id, seconds] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  const signatures = String(headers['webhook-signature']).split(' ');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')}`;
  const body = JSON.parse(text) as ReceivedMessage['body'];
  return { id, seconds: Number(seconds), signatures, isSigned: signatures.includes(expected), body };
};

/** A receiver. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  /** The messages that it has accepted, in their order, with repetitions. */
  readonly accepted: readonly ReceivedMessage[];
  /** Everything that it was sent. */
  readonly attempts: readonly ReceivedMessage[];
  /** Sets the secret with which messages are signed from now on; before, that of its file. */
  readonly expect: (secret: string) => void;
  readonly behave: (behaviour: Behaviour) => void;
  /** Accepts no connection for a while. */
  readonly restart: (downMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a receiver that accepts everything at first. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const [accepted, attempts]: [ReceivedMessage[], ReceivedMessage[]] = [[], []];
  let secret = webhookSecret;
  let behaviour: Behaviour = () => undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = messageOf(request, await bodyOf(request), secret);
    attempts.push(message);
    const how = behaviour(message);
    if (how !== undefined && how in receiverFaults) {
      receiverFaults[how as ReceiverFault](request, response);
      return;
    }
    accepted.push(message);
    if (how === undefined) reply(response, 204);
    else receiverOddities[how as ReceiverOddity](request, response);
  };
  const server = createServer((request, response) => {
    answer(
      request,
      response.on('error', () => undefined),
    ).catch(() => undefined);
  });
  const port = await listenOnLoopback(server);
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${String(port)}/studio?key=swordfish`,
    port,
    accepted,
    attempts,
    expect: (next) => {
      secret = next;
    },
    behave: (next) => {
      behaviour = next;
    },
    restart: async (downMs) => {
      await close();
      await delay(downMs);
      await listenOnLoopback(server, port);
    },
    close,
  };
};
